(** The walk of the checker is right: the expected payoff of the tree is a sum over the ends that
    the walk finds. *)

From Coq Require Import List PArith QArith Qcanon FMapPositive.
From Efgc Require Import Sums Game Strategy Certificate Sequence Checker Plan.
Import ListNotations.
Open Scope Qc_scope.

Section Walk.

Variable g : game.
Variables one two : strategy.

(** The sequences before the information sets, as they are known at the end of the walk. *)
Variable before : positive -> list sequence.
Hypothesis order : forall i s, In s (before i) -> earlier i s = true.

(** What the histories that come along a way add up to, if the rest is worth [f]. *)
Definition worth (w : way) (f : memory one -> memory two -> Qc) : Qc :=
  w.(weight) * over one before w.(first) (fun m1 => over two before w.(second) (f m1)).

Lemma worth_ext w f h : (forall m1 m2, f m1 m2 = h m1 m2) -> worth w f = worth w h.
Proof.
  intros E. unfold worth. f_equal. apply over_ext. intros m1. apply over_ext. auto.
Qed.

(** ** Joined ways *)

(** The worth of a pair of sequences, by its key. *)
Definition pair_worth (f : memory one -> memory two -> Qc) (k : positive) : Qc :=
  let '(s, t) := unpair k in
  mean (plan one before (decode s)) (fun m1 => mean (plan two before (decode t)) (f m1)).

Lemma worth_pairs w f : worth w f = sum (pairs w) (fun e => pair_worth f (fst e) * snd e).
Proof.
  unfold worth, pairs. rewrite sum_flat_map. unfold over at 1.
  rewrite <- sum_scale. apply sum_ext. intros s _.
  rewrite sum_map. unfold mean at 1, over.
  transitivity (w.(weight) * sum w.(second) (fun t => mean (plan one before s)
    (fun m1 => mean (plan two before t) (f m1)))).
  - f_equal. unfold mean at 2. rewrite <- sum_swap. apply sum_ext. intros e _.
    rewrite sum_scale; auto.
  - rewrite <- sum_scale. apply sum_ext. intros t _. simpl. unfold pair_worth.
    rewrite unpair_code, !decode_code. ring.
Qed.

Lemma equal_if p q : 0 + p + - q = 0 -> q = p.
Proof. intros E. replace q with (q + (0 + p + - q)) by (rewrite E; ring). ring. Qed.

Lemma joins_worth ways w f : joins ways w = true ->
  worth w f = sum ways (fun w => worth w f).
Proof.
  intros J. unfold joins in J.
  assert (Z : total (fun k q => pair_worth f k * q)
    (collect (negated (pairs w)) (collect (flat_map pairs ways) (M.empty _))) = 0).
  { apply total_zero. intros k a F. pose proof (every_find _ _ _ _ J F) as E. simpl in E.
    apply Qc_eq_bool_correct in E. rewrite E. ring. }
  rewrite !total_collect, total_empty, sum_flat_map in Z.
  assert (N : sum (negated (pairs w)) (fun e => pair_worth f (fst e) * snd e) = - worth w f).
  { rewrite worth_pairs. unfold negated. rewrite sum_map. simpl.
    rewrite (sum_ext _ _ (fun e => - (1) * (pair_worth f (fst e) * snd e))).
    - rewrite sum_scale. ring.
    - intros e _. ring. }
  rewrite N in Z.
  rewrite (sum_ext ways _ (fun w => sum (pairs w) (fun e => pair_worth f (fst e) * snd e)))
    by (intros; apply worth_pairs).
  apply equal_if; auto.
Qed.

Lemma join_worth ways w f : join ways = Some w -> worth w f = sum ways (fun w => worth w f).
Proof.
  destruct ways as [|w1 [|w2 ways]].
  - discriminate.
  - intros E. injection E as ->. simpl. ring.
  - unfold join. destruct (joins _ _) eqn:J; [|discriminate].
    intros E. injection E as <-. apply joins_worth; auto.
Qed.

(** ** One step *)

Definition value_at (v : positive) (m1 : memory one) (m2 : memory two) : Qc :=
  payoff_from one two (tree_at g v) m1 m2.

(** What the walk has found, and what it still expects: the same before and after each step. *)
Definition known (s : walk_state) : Qc :=
  sum s.(ends) (fun w => worth w (fun _ _ => 1))
  + total (fun v ways => sum ways (fun w => worth w (value_at v))) s.(pending).

Lemma send_total v ways m m' : send v ways m = Some m' ->
  total (fun v ways => sum ways (fun w => worth w (value_at v))) m'
  = total (fun v ways => sum ways (fun w => worth w (value_at v))) m
    + sum ways (fun e => worth (snd e) (value_at (fst e))).
Proof.
  revert m; induction ways as [|[c w] ways IH]; simpl; intros m.
  - intros E. injection E as <-. ring.
  - destruct (Pos.ltb v c); [|discriminate]. intros E.
    rewrite (IH _ E), total_add. unfold get. destruct (M.find c m); simpl; ring.
Qed.

Lemma send_forward v ways m m' : send v ways m = Some m' ->
  forall c, In c (map fst ways) -> (v < c)%positive.
Proof.
  revert m; induction ways as [|[c w] ways IH]; simpl; intros m E d; [intros []|].
  destruct (Pos.ltb v c) eqn:L; [|discriminate]. intros [<-|I].
  - apply Pos.ltb_lt; auto.
  - apply (IH _ E d I).
Qed.

Lemma step_forward v n s s' : step g v n s = Some s' -> forward v n.
Proof.
  unfold step, forward. destruct (join _) as [w|]; [|discriminate].
  destruct n as [q|moves|i l]; simpl.
  - intros _ c [].
  - destruct (_ && _); [|discriminate]. destruct (send _ _ _) eqn:E; [|discriminate].
    intros _ c I. apply (send_forward _ _ _ _ E). rewrite map_map. auto.
  - destruct (M.find i (infosets g)) as [[p actions]|]; [|discriminate].
    destruct (Nat.eqb _ _); [|discriminate]. destruct (recall _ _ _) as [r|]; [|discriminate].
    destruct (send _ _ _) eqn:E; [|discriminate].
    intros _ c I. apply (send_forward _ _ _ _ E). rewrite map_map.
    revert I. clear E. generalize 1%positive as a. induction l as [|d l IH]; simpl; auto.
    intros a [<-|I]; auto.
Qed.

(** The information sets that the walk knows stay as they are. *)
Definition extends (s s' : walk_state) : Prop :=
  forall i l, M.find i s.(parents) = Some l -> M.find i s'.(parents) = Some l.

Lemma recall_parents i own s s' : recall i own s = Some s' ->
  M.find i s'.(parents) = Some own /\ extends s s' /\ ends s' = ends s.
Proof.
  unfold recall, extends. destruct (M.find i (parents s)) as [l|] eqn:F.
  - destruct (all_same l own) eqn:A; [|discriminate].
    intros E. injection E as <-. rewrite <- (all_same_eq _ _ A). auto.
  - destruct (Pos.eqb _ _); [|discriminate]. intros E. injection E as <-. simpl.
    rewrite M.gss. repeat split; auto. intros j k K. rewrite M.gso; auto.
    intros ->. congruence.
Qed.

Lemma step_extends v n s s' : step g v n s = Some s' -> extends s s'.
Proof.
  unfold step, extends. destruct (join _) as [w|]; [|discriminate].
  destruct n as [q|moves|i l].
  - intros E. injection E as <-. auto.
  - destruct (_ && _); [|discriminate]. destruct (send _ _ _); [|discriminate].
    intros E. injection E as <-. auto.
  - destruct (M.find i (infosets g)) as [[p actions]|]; [|discriminate].
    destruct (Nat.eqb _ _); [|discriminate].
    destruct (recall _ _ _) as [r|] eqn:R; [|discriminate].
    destruct (send _ _ _) eqn:E; [|discriminate].
    intros F. injection F as <-. simpl. apply (recall_parents _ _ _ _ R).
Qed.

(** The worth of a node is the worth of what follows it. *)
Lemma value_subtree v n m1 m2 : tree_at g v = subtree g (tree_at g) n ->
  value_at v m1 m2 = expected one two (subtree g (tree_at g) n) m1 m2.
Proof. intros E. unfold value_at. rewrite payoff_from_expected, E; auto. Qed.

Lemma worth_chance w moves :
  worth w (fun m1 m2 => sum moves (fun e => fst e * value_at (snd e) m1 m2))
  = sum moves (fun e => worth {| first := w.(first); second := w.(second);
      weight := fst e * w.(weight) |} (value_at (snd e))).
Proof.
  unfold worth. simpl.
  rewrite (over_ext _ _ _ _ (fun m1 => sum moves (fun e =>
    fst e * over two before (second w) (value_at (snd e) m1)))).
  - rewrite over_sum, <- sum_scale. apply sum_ext. intros e _. rewrite over_scale. ring.
  - intros m1. rewrite over_sum. apply sum_ext. intros e _. apply over_scale.
Qed.

Lemma worth_one w i (l : list positive) : before i = w.(first) ->
  worth w (fun m1 m2 => sum (number 1 l) (fun e =>
    prob one m1 i (fst e) * value_at (snd e) (next one m1 i (fst e)) m2))
  = sum (number 1 l) (fun e => worth (after One i (fst e) w) (value_at (snd e))).
Proof.
  intros B. unfold worth. simpl.
  rewrite (over_ext _ _ _ _ (fun m1 => sum (number 1 l) (fun e => prob one m1 i (fst e)
    * over two before (second w) (value_at (snd e) (next one m1 i (fst e)))))).
  - rewrite over_sum, <- sum_scale. apply sum_ext. intros e _.
    rewrite over_after by auto. rewrite B. auto.
  - intros m1. rewrite over_sum. apply sum_ext. intros e _. apply over_scale.
Qed.

Lemma worth_two w i (l : list positive) : before i = w.(second) ->
  worth w (fun m1 m2 => sum (number 1 l) (fun e =>
    prob two m2 i (fst e) * value_at (snd e) m1 (next two m2 i (fst e))))
  = sum (number 1 l) (fun e => worth (after Two i (fst e) w) (value_at (snd e))).
Proof.
  intros B. unfold worth. simpl.
  rewrite (over_ext _ _ _ _ (fun m1 => sum (number 1 l) (fun e =>
    over two before [After i (fst e)] (value_at (snd e) m1)))).
  - rewrite over_sum, <- sum_scale. apply sum_ext. auto.
  - intros m1. rewrite over_sum. apply sum_ext. intros e _.
    rewrite over_after, B by auto. auto.
Qed.

Lemma step_known v n s s' :
  step g v n s = Some s' ->
  tree_at g v = subtree g (tree_at g) n ->
  (forall i l, M.find i s'.(parents) = Some l -> before i = l) ->
  known s' = known s.
Proof.
  unfold step. intros E T B.
  destruct (join (get [] (pending s) v)) as [w|] eqn:J; [|discriminate].
  assert (W : forall f, total (fun v ways => sum ways (fun w => worth w (value_at v)))
      (M.add v [] (pending s))
    = total (fun v ways => sum ways (fun w => worth w (value_at v))) (pending s)
      - worth w (value_at v) + f - f).
  { intros f. rewrite total_add, (join_worth _ _ _ J). unfold get.
    destruct (M.find v (pending s)); simpl; ring. }
  specialize (W 0).
  pose proof (worth_ext w _ _ (fun m1 m2 => value_subtree v n m1 m2 T)) as V.
  destruct n as [q|moves|i l].
  - assert (V1 : worth w (value_at v) = worth w (fun _ _ => q))
      by (rewrite V; apply worth_ext; auto).
    injection E as <-. unfold known. simpl. rewrite W, V1.
    replace (worth {| first := first w; second := second w; weight := weight w * q |}
      (fun _ _ => 1)) with (worth w (fun _ _ => q)); [ring|].
    unfold worth. simpl.
    rewrite (over_ext _ _ _ _ (fun _ => q * over two before (second w) (fun _ => 1))).
    + rewrite (over_scale one). ring.
    + intros _. rewrite <- over_scale. apply over_ext. intros. ring.
  - assert (V1 : worth w (value_at v)
      = worth w (fun m1 m2 => sum moves (fun e => fst e * value_at (snd e) m1 m2)))
      by (rewrite V; apply worth_ext; intros; simpl; rewrite sum_map; auto).
    destruct (_ && _); [|discriminate].
    destruct (send _ _ _) as [m|] eqn:S; [|discriminate]. simpl in E. injection E as <-.
    unfold known. simpl. rewrite (send_total _ _ _ _ S), W, V1, sum_map. simpl.
    rewrite worth_chance. ring.
  - destruct (M.find i (infosets g)) as [[p actions]|] eqn:F; [|discriminate].
    destruct (Nat.eqb _ _); [|discriminate].
    destruct (recall _ _ _) as [r|] eqn:R; [|discriminate].
    destruct (send _ _ _) as [m|] eqn:S; [|discriminate]. simpl in E. injection E as <-.
    destruct (recall_parents _ _ _ _ R) as [own [_ same_ends]].
    simpl in B. specialize (B _ _ own).
    unfold known. simpl. rewrite same_ends, (send_total _ _ _ _ S), W, V, sum_map. simpl.
    unfold mover. rewrite F. destruct p.
    + rewrite <- (worth_one w i l) by auto.
      rewrite (worth_ext w (expected one two _)
        (fun m1 m2 => sum (number 1 l) (fun e =>
          prob one m1 i (fst e) * value_at (snd e) (next one m1 i (fst e)) m2))).
      * ring.
      * intros. simpl. rewrite number_map, sum_map. auto.
    + rewrite <- (worth_two w i l) by auto.
      rewrite (worth_ext w (expected one two _)
        (fun m1 m2 => sum (number 1 l) (fun e =>
          prob two m2 i (fst e) * value_at (snd e) m1 (next two m2 i (fst e))))).
      * ring.
      * intros. simpl. rewrite number_map, sum_map. auto.
Qed.

(** ** All steps *)

Lemma walk_extends v l s s' : walk g v l s = Some s' -> extends s s'.
Proof.
  revert v s; induction l as [|n l IH]; simpl; intros v s.
  - intros E. injection E as <-. unfold extends; auto.
  - destruct (step g v n s) as [r|] eqn:E; [|discriminate]. intros F i k K.
    apply (IH _ _ F). apply (step_extends _ _ _ _ E); auto.
Qed.

Lemma walk_forward v l s s' : walk g v l s = Some s' -> holds_from v l forward.
Proof.
  revert v s; induction l as [|n l IH]; simpl; intros v s; auto.
  destruct (step g v n s) as [r|] eqn:E; [|discriminate]. intros F. split.
  - apply (step_forward _ _ _ _ E).
  - apply (IH _ _ F).
Qed.

Lemma walk_known v l s s' :
  walk g v l s = Some s' ->
  holds_from v l (fun k n => tree_at g k = subtree g (tree_at g) n) ->
  (forall i l, M.find i s'.(parents) = Some l -> before i = l) ->
  known s' = known s.
Proof.
  revert v s; induction l as [|n l IH]; simpl; intros v s.
  - intros E. injection E as <-. auto.
  - destruct (step g v n s) as [r|] eqn:E; [|discriminate]. intros F [T H] B.
    rewrite (IH _ _ F H B). apply (step_known _ _ _ _ E T).
    intros i k K. apply B. apply (walk_extends _ _ _ _ F); auto.
Qed.

Lemma known_at_root : known at_root = payoff one two (tree_of g).
Proof.
  unfold known, at_root. simpl. unfold worth, value_at. simpl.
  rewrite !over_start. unfold payoff, tree_of. ring.
Qed.

(** The expected payoff is the sum over the ends. *)
Theorem walk_payoff s :
  walk g 1 g.(nodes) at_root = Some s ->
  (forall i l, M.find i s.(parents) = Some l -> before i = l) ->
  (forall v ways, M.find v s.(pending) = Some ways -> ways = []) ->
  payoff one two (tree_of g)
  = sum s.(ends) (fun w => w.(weight) * (sum w.(first) (mass one before)
      * sum w.(second) (mass two before))).
Proof.
  intros W B N. rewrite <- known_at_root, <- (walk_known _ _ _ _ W); auto.
  - unfold known. rewrite total_zero.
    + rewrite Qcplus_0_r. apply sum_ext. intros w _. unfold worth. f_equal.
      rewrite (over_ext _ _ _ _ (fun _ => sum (second w) (mass two before) * 1)).
      * rewrite over_scale, over_1. ring.
      * intros _. rewrite over_1. ring.
    + intros v ways F. rewrite (N v ways F). auto.
  - apply tree_at_node. apply (walk_forward _ _ _ _ W).
Qed.

End Walk.
