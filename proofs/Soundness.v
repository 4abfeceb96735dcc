(** The theorem: what the checker accepts is true. *)

From Coq Require Import List PArith QArith Qcanon FMapPositive.
From Efgc Require Import Sums Game Strategy Certificate Sequence Checker Plan Walk Response.
Import ListNotations.
Open Scope Qc_scope.

Definition strategy_1 (c : certificate) : strategy := strategy_of (table_of c.(first_strategy)).
Definition strategy_2 (c : certificate) : strategy := strategy_of (table_of c.(second_strategy)).

(** Player 1 has a strategy that gets at least [v] against every strategy of player 2. *)
Definition can_get (g : game) (v : Qc) : Prop :=
  exists one, valid g One one /\ forall two, valid g Two two -> v <= payoff one two (tree_of g).

(** Player 2 has a strategy against which player 1 gets at most [v]. *)
Definition can_hold (g : game) (v : Qc) : Prop :=
  exists two, valid g Two two /\ forall one, valid g One one -> payoff one two (tree_of g) <= v.

(** The value of a game. *)
Definition is_value (g : game) (v : Qc) : Prop := can_get g v /\ can_hold g v.

(** It is the most that player 1 can be sure of, and the least to which player 2 can hold it:
    the maximum of minima and the minimum of maxima. So there is at most one. *)
Theorem value_extreme g v : is_value g v ->
  (forall w, can_get g w -> w <= v) /\ (forall w, can_hold g w -> v <= w).
Proof.
  intros [[x [X A]] [y [Y B]]]. split; intros w [z [Z C]].
  - apply Qcle_trans with (payoff z y (tree_of g)); auto.
  - apply Qcle_trans with (payoff x z (tree_of g)); auto.
Qed.

Corollary value_unique g v w : is_value g v -> is_value g w -> v = w.
Proof.
  intros V W. apply Qcle_antisym.
  - apply (value_extreme g w W). apply V.
  - apply (value_extreme g v V). apply W.
Qed.

(** ** A table that the checker takes for a strategy is one *)

Lemma is_strategy_valid g p t : is_strategy g p t = true -> valid g p (strategy_of t).
Proof.
  unfold is_strategy. intros S. apply andb_prop in S as [S all].
  assert (row : forall i shares, M.find i t = Some shares ->
    exists actions, M.find i g.(infosets) = Some (p, actions) /\ length shares = actions
      /\ (forall q, In q shares -> 0 <= q) /\ sum shares (fun p => p) = 1).
  { intros i shares F. pose proof (every_find _ _ _ _ S F) as H. simpl in H.
    destruct (M.find i (infosets g)) as [[q actions]|]; [|discriminate].
    apply andb_prop in H as [H sums]. apply andb_prop in H as [H positive].
    apply andb_prop in H as [H many]. apply same_player_eq in H. subst q.
    exists actions. repeat split; auto.
    - apply PeanoNat.Nat.eqb_eq; auto.
    - intros q I. rewrite forallb_forall in positive. apply leb_le; auto.
    - apply Qc_eq_bool_correct; auto. }
  split.
  - intros m i a. simpl. unfold share, get. destruct (M.find i t) as [shares|] eqn:F.
    + destruct (row i shares F) as [_ [_ [_ [N _]]]].
      destruct (nth_in_or_default (pred (Pos.to_nat a)) shares 0) as [I| ->]; auto.
      apply Qcle_refl.
    + destruct (pred (Pos.to_nat a)); apply Qcle_refl.
  - intros i actions F m. simpl.
    pose proof (every_find _ _ _ _ all F) as H. simpl in H.
    assert (K : exists shares, M.find i t = Some shares).
    { destruct p; simpl in H; rewrite M.mem_find in H;
        destruct (M.find i t) as [shares|]; [exists shares; auto|discriminate| |];
        [exists shares; auto|discriminate]. }
    destruct K as [shares K]. destruct (row i shares K) as [n [F' [L [_ E]]]].
    rewrite F in F'. injection F' as <-. subst actions.
    unfold share, get. rewrite K, upto_nth. auto.
Qed.

(** ** One strategy and its bound *)

Section Accepted.

Variable g : game.
Variable s : walk_state.
Hypothesis walked : walk g 1 g.(nodes) at_root = Some s.
Hypothesis whole : complete g s = true.

Let before (i : positive) : list sequence := get [] s.(parents) i.

Lemma before_order i q : In q (before i) -> earlier i q = true.
Proof.
  unfold complete in whole. apply andb_prop in whole as [_ E].
  unfold before, get. destruct (M.find i (parents s)) as [l|] eqn:F; [|intros []].
  intros I. pose proof (every_find _ _ _ _ E F) as H. simpl in H.
  rewrite forallb_forall in H. auto.
Qed.

Lemma before_known i l : M.find i s.(parents) = Some l -> before i = l.
Proof. unfold before, get. intros ->. auto. Qed.

Lemma nothing_pending v ways : M.find v s.(pending) = Some ways -> ways = [].
Proof.
  unfold complete in whole. apply andb_prop in whole as [E _]. apply andb_prop in E as [E _].
  intros F. pose proof (every_find _ _ _ _ E F) as H. simpl in H.
  destruct ways; [auto|discriminate].
Qed.

Lemma payoff_sum one two : payoff one two (tree_of g)
  = sum s.(ends) (fun w => w.(weight) * (sum w.(first) (mass one before)
      * sum w.(second) (mass two before))).
Proof.
  apply walk_payoff; auto.
  - apply before_order.
  - apply before_known.
  - apply nothing_pending.
Qed.

Lemma table_mass t : consistent t s (reaches t s) = true ->
  forall q, mass (strategy_of t) before q = realized t (reaches t s) q.
Proof.
  intros C. apply mass_realized.
  - apply before_order.
  - intros i l F. pose proof (every_find _ _ _ _ C F) as H. simpl in H.
    apply Qc_eq_bool_correct; auto.
Qed.

Lemma first_bound t bound : check_strategy g s One t bound = true ->
  valid g One (strategy_of t) /\
  forall two, valid g Two two -> bound <= payoff (strategy_of t) two (tree_of g).
Proof.
  unfold check_strategy. intros C. apply andb_prop in C as [C G]. apply andb_prop in C as [S C].
  split; [apply is_strategy_valid; auto|]. intros two V.
  rewrite payoff_sum.
  assert (B := guarantees_bound g Two s (mass two before)
    (mass_nonneg two before g Two V) (mass_start two before)
    (fun i actions F => mass_flow two before before_order g Two i actions V F) _ _ G).
  apply (Qcle_trans _ _ _ B). unfold gains_of. rewrite sum_map. cbn [own amount].
  rewrite (sum_ext (ends s) _ (fun w => w.(weight) * (sum w.(first)
    (mass (strategy_of t) before) * sum w.(second) (mass two before)))); [apply Qcle_refl|].
  intros w _. rewrite (sum_ext (first w) (mass (strategy_of t) before) (realized t (reaches t s))).
  - ring.
  - intros q _. apply table_mass; auto.
Qed.

Lemma second_bound t bound : check_strategy g s Two t (- bound) = true ->
  valid g Two (strategy_of t) /\
  forall one, valid g One one -> payoff one (strategy_of t) (tree_of g) <= bound.
Proof.
  unfold check_strategy. intros C. apply andb_prop in C as [C G]. apply andb_prop in C as [S C].
  split; [apply is_strategy_valid; auto|]. intros one V.
  rewrite payoff_sum.
  assert (B := guarantees_bound g One s (mass one before)
    (mass_nonneg one before g One V) (mass_start one before)
    (fun i actions F => mass_flow one before before_order g One i actions V F) _ _ G).
  apply Qcopp_le_compat in B. rewrite Qcopp_involutive in B.
  refine (Qcle_trans _ _ _ _ B). unfold gains_of. rewrite sum_map. cbn [own amount].
  rewrite (sum_ext (ends s) (fun w => _ * (_ * _)) (fun w => - (1) * (- (weight w * sum (second w)
    (realized t (reaches t s))) * sum (first w) (mass one before)))).
  - rewrite sum_scale. replace (- (1) * _) with
      (- sum (ends s) (fun x => - (weight x * sum (second x) (realized t (reaches t s)))
        * sum (first x) (mass one before))) by ring. apply Qcle_refl.
  - intros w _. rewrite (sum_ext (second w) (mass (strategy_of t) before)
      (realized t (reaches t s))); [ring|].
    intros q _. apply table_mass; auto.
Qed.

End Accepted.

(** ** The theorem *)

Theorem sound g c : check g c = true ->
  (* Both tables are behaviour strategies of the game. *)
  valid g One (strategy_1 c) /\ valid g Two (strategy_2 c) /\
  (* Player 1's gets at least the lower bound against every strategy of player 2; *)
  (forall two, valid g Two two -> c.(lower) <= payoff (strategy_1 c) two (tree_of g)) /\
  (* against player 2's, every strategy of player 1 gets at most the upper bound. *)
  (forall one, valid g One one -> payoff one (strategy_2 c) (tree_of g) <= c.(upper)).
Proof.
  unfold check. destruct (walk _ _ _ _) as [s|] eqn:W; [|discriminate]. intros C.
  apply andb_prop in C as [C second]. apply andb_prop in C as [C first].
  apply andb_prop in C as [C _]. apply andb_prop in C as [C _]. apply andb_prop in C as [C _].
  destruct (first_bound g s W C _ _ first), (second_bound g s W C _ _ second).
  repeat split; auto; unfold strategy_1, strategy_2; try (apply H); try (apply H1).
Qed.

(** The bounds enclose the value, if there is one. *)
Corollary encloses g c v : check g c = true -> is_value g v -> c.(lower) <= v <= c.(upper).
Proof.
  intros C [[x [X A]] [y [Y B]]]. destruct (sound g c C) as [V1 [V2 [L U]]].
  split.
  - apply Qcle_trans with (payoff (strategy_1 c) y (tree_of g)); auto.
  - apply Qcle_trans with (payoff x (strategy_2 c) (tree_of g)); auto.
Qed.

(** A value that the certificate claims is the value of the game. *)
Corollary value_proved g c v : check g c = true -> c.(value) = Some v -> is_value g v.
Proof.
  intros C E. destruct (sound g c C) as [V1 [V2 [L U]]].
  unfold check in C. destruct (walk _ _ _ _); [|discriminate]. rewrite E in C.
  apply andb_prop in C as [C _]. apply andb_prop in C as [C _].
  apply andb_prop in C as [C _]. apply andb_prop in C as [C _]. apply andb_prop in C as [_ C].
  apply andb_prop in C as [C1 C2]. apply Qc_eq_bool_correct in C1, C2.
  split.
  - exists (strategy_1 c). rewrite C1. auto.
  - exists (strategy_2 c). rewrite C2. auto.
Qed.
