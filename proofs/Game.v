(** Extensive games of two players with chance, and the table of nodes that a game's file is. *)

From Coq Require Import List PArith QArith Qcanon FMapPositive.
From Efgc Require Import Sums.
Import ListNotations.
Open Scope Qc_scope.

Inductive player := One | Two.

(** ** The game as a tree

    A node is the end of the game with a payoff to player 1 (player 2 gets the negative), a move of
    chance with the probability of each move, or a decision: of a player, at an information set,
    with one subtree for each action. Information sets and actions are numbers from 1. *)

Inductive tree :=
| Payoff (payoff : Qc)
| Chance (moves : list (Qc * tree))
| Choice (mover : player) (at_ : positive) (subtrees : list tree).

(** ** The game as a table

    The file has a list of nodes, numbered from 1 in its order, the root first. Children are given
    by their numbers. Two nodes may have the same child, which then stands for two subtrees. *)

Inductive node :=
| Terminal (payoff : Qc)
| Random (moves : list (Qc * positive))
| Decision (at_ : positive) (children : list positive).

Record game := {
  (* The player of an information set, and the number of its actions. *)
  infosets : M.t (player * nat);
  nodes : list node
}.

Definition mover (g : game) (at_ : positive) : player :=
  match M.find at_ g.(infosets) with Some (p, _) => p | None => One end.

(** The subtree of a node, given the subtrees of its children. *)
Definition subtree (g : game) (below : positive -> tree) (n : node) : tree :=
  match n with
  | Terminal q => Payoff q
  | Random moves => Chance (map (fun e => (fst e, below (snd e))) moves)
  | Decision i children => Choice (mover g i) i (map below children)
  end.

(** The subtrees of all nodes of a list, whose first has the number [from]. Children come after
    their parents, so the list is read from its end. *)
Fixpoint trees (g : game) (from : positive) (l : list node) : M.t tree :=
  match l with
  | [] => M.empty tree
  | n :: l =>
      let later := trees g (Pos.succ from) l in
      M.add from (subtree g (get (Payoff 0) later) n) later
  end.

Definition tree_at (g : game) : positive -> tree := get (Payoff 0) (trees g 1 g.(nodes)).

(** What the table means. *)
Definition tree_of (g : game) : tree := tree_at g 1.

(** ** The tree of a node consists of the trees of its children *)

Definition children (n : node) : list positive :=
  match n with Terminal _ => [] | Random moves => map snd moves | Decision _ l => l end.

Lemma subtree_ext g f h n : (forall c, In c (children n) -> f c = h c) ->
  subtree g f n = subtree g h n.
Proof.
  destruct n as [q|moves|i l]; simpl; intros E; auto; f_equal.
  - apply map_ext_in. intros [p c] I. simpl. rewrite E; auto.
    apply in_map_iff. exists (p, c); auto.
  - apply map_ext_in; auto.
Qed.

(** [holds_from at_ l P]: every element of [l], whose first has the number [at_], satisfies [P]. *)
Fixpoint holds_from {A} (at_ : positive) (l : list A) (P : positive -> A -> Prop) : Prop :=
  match l with [] => True | n :: l => P at_ n /\ holds_from (Pos.succ at_) l P end.

Definition forward (v : positive) (n : node) : Prop :=
  forall c, In c (children n) -> (v < c)%positive.

Lemma holds_later v l (P Q : positive -> node -> Prop) :
  (forall k n, (v <= k)%positive -> P k n -> Q k n) -> holds_from v l P -> holds_from v l Q.
Proof.
  revert v; induction l as [|n l IH]; simpl; intros v E H; auto.
  destruct H as [H1 H2]; split.
  - apply E; auto. apply Pos.le_refl.
  - apply IH; auto. intros k m L. apply E. apply Pos.le_trans with (Pos.succ v); auto.
    apply Pos.lt_le_incl, Pos.lt_succ_diag_r.
Qed.

Lemma holds_both v l (P Q : positive -> node -> Prop) :
  holds_from v l P -> holds_from v l Q -> holds_from v l (fun k n => P k n /\ Q k n).
Proof.
  revert v; induction l as [|n l IH]; simpl; intros v H K; auto.
  destruct H, K; auto.
Qed.

Lemma tree_at_node g v l : holds_from v l forward ->
  holds_from v l (fun k n =>
    get (Payoff 0) (trees g v l) k = subtree g (get (Payoff 0) (trees g v l)) n).
Proof.
  revert v; induction l as [|n l IH]; simpl; intros v H; auto.
  destruct H as [H1 H2].
  assert (E : forall c, (v < c)%positive ->
    get (Payoff 0) (M.add v (subtree g (get (Payoff 0) (trees g (Pos.succ v) l)) n)
      (trees g (Pos.succ v) l)) c = get (Payoff 0) (trees g (Pos.succ v) l) c).
  { intros c L. unfold get at 1 3. rewrite M.gso; [reflexivity|].
    intros ->. exact (Pos.lt_irrefl _ L). }
  split.
  - unfold get at 1. rewrite M.gss. apply subtree_ext. intros c I. symmetry. apply E; auto.
  - assert (B : holds_from (Pos.succ v) l forward) by assumption.
    specialize (IH _ H2).
    assert (both := holds_both _ _ _ _ B IH).
    refine (holds_later _ _ _ _ _ both). intros k m L [F T].
    assert (v < k)%positive by (apply Pos.lt_le_trans with (Pos.succ v); auto;
      apply Pos.lt_succ_diag_r).
    rewrite E; auto. rewrite T. apply subtree_ext. intros c I. symmetry. apply E.
    apply Pos.lt_trans with k; auto.
Qed.
