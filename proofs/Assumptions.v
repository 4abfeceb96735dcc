(** The theorems and what they assume: nothing. *)

From Efgc Require Import Recall Soundness.

Check sound.
Check value_proved.
Check tree_recalls.
Print Assumptions sound.
Print Assumptions value_proved.
Print Assumptions value_extreme.
Print Assumptions tree_recalls.
