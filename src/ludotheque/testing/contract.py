"""All checks of a game, as functions of the game and a seed; each raises AssertionError.

`RULES` need nothing but the rules and the notation, `PRESENTATION` also words, scenes and sheets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, TypeAlias

from ludotheque.testing import leaks, rules, scenes, texts

if TYPE_CHECKING:
    from ludotheque.core.game import Game

Check: TypeAlias = "Callable[[Game, int], None]"

RULES: Final[tuple[Check, ...]] = (
    rules.a_clone_is_equal_and_independent,
    rules.past_states_never_change,
    rules.actors_can_act_and_others_cannot,
    rules.the_moves_played_on_a_timeout_are_legal,
    rules.luck_draws_what_it_lists,
    rules.scores_and_ranks_agree,
    rules.notation_round_trips,
    rules.any_text_is_a_move_or_refused,
    rules.what_is_off_the_board_is_forbidden_by_a_rule,
    rules.every_refusal_names_a_rule,
    rules.records_replay_without_luck,
    rules.positions_round_trip,
    rules.states_survive_the_way_to_a_bot,
    rules.random_games_keep_their_invariants,
    leaks.observations_reveal_no_secret,
    leaks.public_knowledge_is_equal_in_all_worlds_imagined_for_anybody,
    leaks.private_knowledge_is_equal_in_all_worlds_imagined_for_its_seat,
    leaks.an_observation_is_what_is_public_and_what_is_private,
    leaks.a_spectator_has_nothing_private,
    leaks.imagine_depends_on_the_observation_only,
    leaks.an_imagined_world_can_be_played_on,
    leaks.facts_reveal_no_more_than_observations,
    leaks.the_order_of_commitments_does_not_matter,
)

PRESENTATION: Final[tuple[Check, ...]] = (
    texts.nothing_that_every_game_needs_is_missing,
    texts.languages_have_the_same_placeholders,
    texts.variants_of_sentences_are_complete,
    texts.every_fact_with_words_has_a_schema,
    texts.every_fact_fits_its_schema,
    texts.everything_can_be_said,
    texts.facts_point_at_what_is_there,
    texts.sheets_agree,
    texts.rules_that_are_cited_exist,
    texts.the_lesson_is_valid,
    leaks.equal_keys_mean_equal_observations,
    scenes.a_scene_holds_no_secret,
    scenes.a_seats_own_layer_is_equal_in_all_its_worlds,
    scenes.an_equal_own_basis_means_an_equal_own_layer,
    scenes.a_kept_picture_equals_one_made_anew,
    scenes.a_scene_is_consistent,
    scenes.pieces_lie_on_their_board,
    scenes.choices_are_the_legal_moves,
    scenes.nobody_without_a_decision_has_choices,
    scenes.the_look_names_what_there_is,
    scenes.scenes_stay_small,
    scenes.languages_differ_in_words_only,
    scenes.some_pieces_keep_their_ids,
    scenes.pieces_come_from_what_there_is,
)

CHECKS: Final = RULES + PRESENTATION
# They read the files of a game and play none: one run is enough.
WITHOUT_SEED: Final = {
    texts.nothing_that_every_game_needs_is_missing,
    texts.languages_have_the_same_placeholders,
    texts.variants_of_sentences_are_complete,
    texts.every_fact_with_words_has_a_schema,
    texts.sheets_agree,
    texts.the_lesson_is_valid,
    scenes.the_look_names_what_there_is,
}


def runs(seeds: int) -> Iterator[tuple[Check, int]]:
    """All checks, each with its seeds."""
    for check in CHECKS:
        for seed in range(1 if check in WITHOUT_SEED else seeds):
            yield check, seed


def check_game(game: Game, seeds: int = 3) -> None:
    """Run all checks with some seeds; AssertionError for the first that fails."""
    for check, seed in runs(seeds):
        check(game, seed)
