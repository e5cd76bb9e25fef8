def table(view, words, names): return ""
def phrase(fact, words, names): return ""
def move_phrase(state, move, words): return ""
def reckoning(view, words, names): return []
