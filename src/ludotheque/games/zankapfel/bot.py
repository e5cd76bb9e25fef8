class Greedy:
    def choose(self, world, seat, dice):
        return world.legal_moves(seat)[0]
