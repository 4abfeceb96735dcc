(** Behaviour strategies, and what they pay. *)

From Coq Require Import List PArith QArith Qcanon FMapPositive.
From Efgc Require Import Sums Game.
Import ListNotations.
Open Scope Qc_scope.

(** A behaviour strategy gives every action of an information set a probability. It may depend on
    all that its player has done so far: a strategy has a memory of any type, which changes with
    each own decision. A strategy that needs no memory takes the type [unit]. *)
Record strategy := {
  memory : Type;
  start : memory;
  (* The probability of an action at an information set. *)
  prob : memory -> positive -> positive -> Qc;
  (* The memory after this action. *)
  next : memory -> positive -> positive -> memory
}.

(** Probabilities are not negative, and sum to 1 at each information set of the player. *)
Definition valid (g : game) (p : player) (b : strategy) : Prop :=
  (forall m i a, 0 <= prob b m i a) /\
  (forall i actions, M.find i g.(infosets) = Some (p, actions) ->
    forall m, sum (upto 1 actions) (prob b m i) = 1).

Section Payoff.

Variables one two : strategy.

(** The expected payoff to player 1 from a node on, if the players come there with these memories. *)
Fixpoint payoff_from (t : tree) (m1 : memory one) (m2 : memory two) {struct t} : Qc :=
  match t with
  | Payoff q => q
  | Chance moves =>
      (fix over moves := match moves with
        | [] => 0
        | (p, t) :: moves => p * payoff_from t m1 m2 + over moves
        end) moves
  | Choice p i subtrees =>
      (fix over a subtrees := match subtrees with
        | [] => 0
        | t :: subtrees =>
            match p with
            | One => prob one m1 i a * payoff_from t (next one m1 i a) m2
            | Two => prob two m2 i a * payoff_from t m1 (next two m2 i a)
            end + over (Pos.succ a) subtrees
        end) 1%positive subtrees
  end.

(** The expected payoff to player 1 in the game. *)
Definition payoff (t : tree) : Qc := payoff_from t (start one) (start two).

(** The same sums, written with [sum]. *)
Definition expected (t : tree) (m1 : memory one) (m2 : memory two) : Qc :=
  match t with
  | Payoff q => q
  | Chance moves => sum moves (fun e => fst e * payoff_from (snd e) m1 m2)
  | Choice One i l => sum (number 1 l) (fun e =>
      prob one m1 i (fst e) * payoff_from (snd e) (next one m1 i (fst e)) m2)
  | Choice Two i l => sum (number 1 l) (fun e =>
      prob two m2 i (fst e) * payoff_from (snd e) m1 (next two m2 i (fst e)))
  end.

Lemma payoff_from_expected t m1 m2 : payoff_from t m1 m2 = expected t m1 m2.
Proof.
  destruct t as [q|moves|p i l]; simpl; auto.
  - induction moves as [|[w t] moves IH]; simpl; [|rewrite IH]; auto.
  - destruct p;
      match goal with |- ?f 1%positive l = sum _ ?h =>
        enough (E : forall a, f a l = sum (number a l) h) by apply E
      end;
      induction l as [|t l IH]; simpl; intros a; [|rewrite IH| |rewrite IH]; auto.
Qed.

End Payoff.
