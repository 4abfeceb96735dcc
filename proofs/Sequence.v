(** Sequences: the last own action of a player, or that there was none.

    Maps have numbers as keys, so sequences and pairs of sequences have codes. *)

From Coq Require Import List PArith.
Import ListNotations.
Open Scope positive_scope.

Inductive sequence := Start | After (at_ action : positive).

(** ** Pairs of numbers as numbers *)

(** The bits of [p], each behind a 1; then a 0; then [q]. *)
Fixpoint pair_code (p q : positive) : positive :=
  match p with
  | xH => q~0
  | p~0 => (pair_code p q)~0~1
  | p~1 => (pair_code p q)~1~1
  end.

Fixpoint unpair (r : positive) : positive * positive :=
  match r with
  | q~0 => (1, q)
  | r~0~1 => let '(p, q) := unpair r in (p~0, q)
  | r~1~1 => let '(p, q) := unpair r in (p~1, q)
  | _ => (1, 1)
  end.

Lemma unpair_code p q : unpair (pair_code p q) = (p, q).
Proof. induction p as [p IH|p IH|]; simpl; try rewrite IH; auto. Qed.

(** ** Sequences as numbers *)

Definition code (s : sequence) : positive :=
  match s with Start => 1 | After i a => (pair_code i a)~0 end.

Definition decode (k : positive) : sequence :=
  match k with k~0 => let '(i, a) := unpair k in After i a | _ => Start end.

Lemma decode_code s : decode (code s) = s.
Proof. destruct s as [|i a]; simpl; try rewrite unpair_code; auto. Qed.

(** ** Equality *)

Definition same (s t : sequence) : bool :=
  match s, t with
  | Start, Start => true
  | After i a, After j b => Pos.eqb i j && Pos.eqb a b
  | _, _ => false
  end.

Fixpoint all_same (l k : list sequence) : bool :=
  match l, k with
  | [], [] => true
  | s :: l, t :: k => same s t && all_same l k
  | _, _ => false
  end.

Lemma same_eq s t : same s t = true -> s = t.
Proof.
  destruct s as [|i a], t as [|j b]; simpl; try discriminate; auto.
  intros E. apply andb_prop in E as [E F].
  apply Pos.eqb_eq in E, F. subst; auto.
Qed.

Lemma all_same_eq l k : all_same l k = true -> l = k.
Proof.
  revert k; induction l as [|s l IH]; intros [|t k]; simpl; try discriminate; auto.
  intros E. apply andb_prop in E as [E F].
  rewrite (same_eq _ _ E), (IH _ F); auto.
Qed.
