(** The theorems and what they assume: nothing. *)

From Efgc Require Import Recall Soundness PublicSoundness.

Check sound.
Check value_proved.
Check tree_recalls.
Check induction_sound.
Print Assumptions sound.
Print Assumptions value_proved.
Print Assumptions value_extreme.
Print Assumptions tree_recalls.
Print Assumptions induction_sound.
