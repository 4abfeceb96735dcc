(** What a certificate claims, as the parser gives it. *)

From Coq Require Import List PArith QArith Qcanon FMapPositive.
From Efgc Require Import Sums Game Strategy.
Import ListNotations.
Open Scope Qc_scope.

(** The probabilities of the actions, by information set. *)
Definition table := M.t (list Qc).

Record certificate := {
  (* [None] if the strategies only prove bounds. *)
  value : option Qc;
  lower : Qc;
  upper : Qc;
  (* Of player 1 and of player 2: an information set, and the probabilities of its actions. *)
  first_strategy : list (positive * list Qc);
  second_strategy : list (positive * list Qc)
}.

Definition table_of (entries : list (positive * list Qc)) : table :=
  fold_left (fun m e => M.add (fst e) (snd e) m) entries (M.empty _).

(** The probability of an action; 0 where the table has none. *)
Definition share (t : table) (i a : positive) : Qc :=
  nth (pred (Pos.to_nat a)) (get [] t i) 0.

(** The behaviour strategy that a table means. It remembers nothing: the information set says all
    that it needs. *)
Definition strategy_of (t : table) : strategy :=
  {| memory := unit; start := tt; prob := fun _ => share t; next := fun _ _ _ => tt |}.
