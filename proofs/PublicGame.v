(** Games in which nothing is hidden but the other player's move at the same moment.

    Such a game is a graph of public states; its certificates have a value for each state. *)

From Coq Require Import List PArith QArith Qcanon FMapPositive.
From Efgc Require Import Sums Game.
Import ListNotations.
Open Scope Qc_scope.

(** ** The game as a tree

    Play ends with a payoff to player 1; or chance moves; or both players move at once: player 1
    chooses a row, player 2 a column, and the entry has a reward and what follows. Trees name the
    states that they come from, because strategies may look at them. *)

Inductive play :=
| End (payoff : Qc)
| Draw (state : positive) (moves : list (Qc * play))
| Both (state : positive) (rows : list (list (Qc * play))).

(** ** The game as a table

    States are numbered from 1 in the order of a list, the start first, and what follows a state
    comes after it. Where one player moves, the other one has a single move, without meaning. *)

Inductive state :=
| Over (payoff : Qc)
| Luck (moves : list (Qc * positive))
| Turn (mover : player) (next : list positive)
| Joint (columns : nat) (rows : list (list (Qc * positive))).

Definition rows_of (st : state) : list (list (Qc * positive)) :=
  match st with
  | Turn One l => map (fun c => [(0, c)]) l
  | Turn Two l => [map (fun c => (0, c)) l]
  | Joint _ rows => rows
  | _ => []
  end.

Definition columns_of (st : state) : nat :=
  match st with
  | Turn One _ => 1
  | Turn Two l => length l
  | Joint columns _ => columns
  | _ => 0
  end.

(** The number of a player's moves. *)
Definition moves_of (p : player) (st : state) : nat :=
  match p with One => length (rows_of st) | Two => columns_of st end.

Definition decides (st : state) : bool :=
  match st with Over _ | Luck _ => false | _ => true end.

Definition play_from (at_ : positive) (below : positive -> play) (st : state) : play :=
  match st with
  | Over q => End q
  | Luck moves => Draw at_ (map (fun e => (fst e, below (snd e))) moves)
  | _ => Both at_ (map (map (fun e => (fst e, below (snd e)))) (rows_of st))
  end.

Fixpoint plays (from : positive) (l : list state) : M.t play :=
  match l with
  | [] => M.empty play
  | st :: l =>
      let later := plays (Pos.succ from) l in
      M.add from (play_from from (get (End 0) later) st) later
  end.

(** What the table means. *)
Definition play_of (g : list state) : play := get (End 0) (plays 1 g) 1%positive.

(** ** Strategies, which may remember everything *)

Record strategy := {
  memory : Type;
  start : memory;
  (* The probability of a move at a state. *)
  prob : memory -> positive -> positive -> Qc;
  (* The memory after the moves of both players; after a move of chance, the second one is 1. *)
  next : memory -> positive -> positive -> positive -> memory
}.

Definition valid (g : list state) (p : player) (b : strategy) : Prop :=
  (forall m s a, 0 <= prob b m s a) /\
  holds_from 1 g (fun s st => decides st = true ->
    forall m, sum (upto 1 (moves_of p st)) (prob b m s) = 1).

(** ** The expected payoff to player 1 *)

Section Payoff.

Variables one two : strategy.

Fixpoint payoff_from (t : play) (m1 : memory one) (m2 : memory two) {struct t} : Qc :=
  match t with
  | End q => q
  | Draw s moves =>
      (fix over k moves := match moves with
        | [] => 0
        | (p, t) :: moves => p * payoff_from t (next one m1 s k 1) (next two m2 s k 1)
            + over (Pos.succ k) moves
        end) 1%positive moves
  | Both s rows =>
      (fix over i rows := match rows with
        | [] => 0
        | row :: rows => prob one m1 s i *
            (fix along j row := match row with
              | [] => 0
              | (reward, t) :: row => prob two m2 s j *
                  (reward + payoff_from t (next one m1 s i j) (next two m2 s i j))
                  + along (Pos.succ j) row
              end) 1%positive row
            + over (Pos.succ i) rows
        end) 1%positive rows
  end.

Definition payoff (t : play) : Qc := payoff_from t (start one) (start two).

(** The same sums, written with [sum]. *)
Definition expected (t : play) (m1 : memory one) (m2 : memory two) : Qc :=
  match t with
  | End q => q
  | Draw s moves => sum (number 1 moves) (fun e => fst (snd e) *
      payoff_from (snd (snd e)) (next one m1 s (fst e) 1) (next two m2 s (fst e) 1))
  | Both s rows => sum (number 1 rows) (fun r => prob one m1 s (fst r) *
      sum (number 1 (snd r)) (fun e => prob two m2 s (fst e) * (fst (snd e) +
        payoff_from (snd (snd e)) (next one m1 s (fst r) (fst e))
          (next two m2 s (fst r) (fst e)))))
  end.

Lemma payoff_from_expected t m1 m2 : payoff_from t m1 m2 = expected t m1 m2.
Proof.
  destruct t as [q|s moves|s rows]; simpl; auto.
  - match goal with |- ?f 1%positive moves = sum _ ?h =>
      enough (E : forall k, f k moves = sum (number k moves) h) by apply E
    end.
    induction moves as [|[p t] moves IH]; simpl; intros k; [|rewrite IH]; auto.
  - match goal with |- ?f 1%positive rows = sum _ ?h =>
      enough (E : forall i, f i rows = sum (number i rows) h) by apply E
    end.
    induction rows as [|row rows IH]; simpl; intros i; [|rewrite IH]; auto.
    f_equal. f_equal.
    match goal with |- ?f 1%positive row = sum _ ?h =>
      enough (E : forall j, f j row = sum (number j row) h) by apply E
    end.
    clear IH rows. induction row as [|[r t] row IH]; simpl; intros j; [|rewrite IH]; auto.
Qed.

End Payoff.
