(** An example: matching pennies, in which player 1 wins 1 if both show the same side. *)

From Coq Require Import List PArith QArith Qcanon FMapPositive.
From Efgc Require Import Sums Game Strategy Certificate Checker Soundness.
Import ListNotations.
Open Scope Qc_scope.

(** Player 1 moves at information set 1; player 2 then does not know how, at information set 2. *)
Definition pennies : game := {|
  infosets := M.add 1%positive (One, 2%nat) (M.add 2%positive (Two, 2%nat) (M.empty _));
  nodes := [
    Decision 1 [2; 5]%positive;
    Decision 2 [3; 4]%positive; Terminal 1; Terminal (- (1));
    Decision 2 [6; 7]%positive; Terminal (- (1)); Terminal 1]
|}.

Example tree : tree_of pennies =
  Choice One 1 [Choice Two 2 [Payoff 1; Payoff (- (1))]; Choice Two 2 [Payoff (- (1)); Payoff 1]].
Proof. reflexivity. Qed.

Definition claim (v p : Qc) : certificate := {|
  value := Some v; lower := v; upper := v;
  first_strategy := [(1%positive, [p; 1 - p])];
  second_strategy := [(2%positive, [Q2Qc (1 # 2); Q2Qc (1 # 2)])]
|}.

Example proved : is_value pennies 0.
Proof. apply (value_proved pennies (claim 0 (Q2Qc (1 # 2)))); vm_compute; reflexivity. Qed.

(** A wrong value and a wrong strategy are rejected. *)
Example wrong_value : check pennies (claim (Q2Qc (1 # 9)) (Q2Qc (1 # 2))) = false.
Proof. vm_compute. reflexivity. Qed.

Example wrong_strategy : check pennies (claim 0 (Q2Qc (1 # 3))) = false.
Proof. vm_compute. reflexivity. Qed.
