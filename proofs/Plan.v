(** Realization plans: with which probability a player has played a sequence, and with which
    memory it then goes on.

    [before i] are the sequences that may end right before the information set [i]; they end at
    information sets with lower numbers. *)

From Coq Require Import List PArith Lia QArith Qcanon FMapPositive.
From Efgc Require Import Sums Game Strategy Certificate Sequence Checker.
Import ListNotations.
Open Scope Qc_scope.

(** The sum over a list of weighted memories. *)
Definition mean {M} (l : list (Qc * M)) (f : M -> Qc) : Qc := sum l (fun e => fst e * f (snd e)).

Section Plan.

Variable b : strategy.
Variable before : positive -> list sequence.
Hypothesis order : forall i s, In s (before i) -> earlier i s = true.

Definition played (i a : positive) (l : list (Qc * memory b)) : list (Qc * memory b) :=
  map (fun e => (fst e * prob b (snd e) i a, next b (snd e) i a)) l.

Fixpoint plan_within (depth : nat) (s : sequence) : list (Qc * memory b) :=
  match s with
  | Start => [(1, start b)]
  | After i a =>
      match depth with
      | O => []
      | S depth => flat_map (fun t => played i a (plan_within depth t)) (before i)
      end
  end.

Definition depth (s : sequence) : nat :=
  match s with Start => O | After i _ => Pos.to_nat i end.

(** The memories after a sequence, each with the probability of the own moves that lead to it. *)
Definition plan (s : sequence) : list (Qc * memory b) := plan_within (depth s) s.

Lemma earlier_depth i s : earlier i s = true -> (depth s < Pos.to_nat i)%nat.
Proof.
  destruct s as [|j a]; simpl; intros E.
  - apply Pos2Nat.is_pos.
  - apply Pos.ltb_lt in E. apply Pos2Nat.inj_lt; auto.
Qed.

Lemma plan_deep n s : (depth s <= n)%nat -> plan_within n s = plan s.
Proof.
  enough (E : forall n m s, (depth s <= n)%nat -> (depth s <= m)%nat ->
    plan_within n s = plan_within m s) by (intros; apply E; auto).
  clear n s. induction n as [|n IH]; intros [|m] [|i a] L K; simpl in *; auto;
    try (pose proof (Pos2Nat.is_pos i); lia).
  rewrite !flat_map_concat_map. f_equal. apply map_ext_in. intros t I. f_equal.
  pose proof (earlier_depth i t (order i t I)). apply IH; lia.
Qed.

Lemma plan_after i a : plan (After i a) = flat_map (fun t => played i a (plan t)) (before i).
Proof.
  unfold plan at 1. simpl. destruct (Pos2Nat.is_succ i) as [n E]. rewrite E. simpl.
  rewrite !flat_map_concat_map. f_equal. apply map_ext_in. intros t I. f_equal.
  apply plan_deep. pose proof (earlier_depth i t (order i t I)). lia.
Qed.

(** The sum over all memories after one of several sequences. *)
Definition over (l : list sequence) (f : memory b -> Qc) : Qc := sum l (fun s => mean (plan s) f).

Lemma over_start f : over [Start] f = f (start b).
Proof. unfold over, mean. simpl. ring. Qed.

Lemma over_after i a f :
  over [After i a] f = over (before i) (fun m => prob b m i a * f (next b m i a)).
Proof.
  unfold over, mean. simpl. rewrite plan_after, sum_flat_map.
  rewrite Qcplus_0_r. apply sum_ext. intros s _.
  unfold played. rewrite sum_map. apply sum_ext. intros e _. simpl. ring.
Qed.

Lemma over_ext l f h : (forall m, f m = h m) -> over l f = over l h.
Proof. intros E. apply sum_ext. intros s _. apply sum_ext. intros e _. rewrite E; auto. Qed.

Lemma over_sum {A} l (k : list A) f : over l (fun m => sum k (f m)) = sum k (fun x => over l (fun m => f m x)).
Proof.
  unfold over, mean. rewrite <- sum_swap. apply sum_ext. intros s _.
  rewrite <- sum_swap. apply sum_ext. intros e _.
  rewrite sum_scale; auto.
Qed.

Lemma over_scale l c f : over l (fun m => c * f m) = c * over l f.
Proof.
  unfold over, mean. rewrite <- sum_scale. apply sum_ext. intros s _.
  rewrite <- sum_scale. apply sum_ext. intros e _. ring.
Qed.

(** The realization weight of a sequence. *)
Definition mass (s : sequence) : Qc := mean (plan s) (fun _ => 1).

Lemma over_1 l : over l (fun _ => 1) = sum l mass.
Proof. reflexivity. Qed.

Lemma mass_start : mass Start = 1.
Proof. unfold mass, mean. simpl. ring. Qed.

Lemma mass_after i a : mass (After i a) = over (before i) (fun m => prob b m i a).
Proof.
  transitivity (over [After i a] (fun _ => 1)).
  - unfold over, mass. simpl. ring.
  - rewrite over_after. apply over_ext. intros m. ring.
Qed.

(** What the actions of an information set get together is what comes there. *)
Lemma mass_flow g p i actions : valid g p b -> M.find i g.(infosets) = Some (p, actions) ->
  sum (upto 1 actions) (fun a => mass (After i a)) = sum (before i) mass.
Proof.
  intros [_ V] F.
  rewrite <- over_1, (sum_ext _ _ (fun a => over (before i) (fun m => prob b m i a))).
  - rewrite <- over_sum. apply over_ext. intros m. apply (V i actions F m).
  - intros a _. apply mass_after.
Qed.

Lemma mass_nonneg g p : valid g p b -> forall s, 0 <= mass s.
Proof.
  intros [V _]. unfold mass, plan. intros s. generalize (depth s) as n. intros n. revert s.
  assert (nonneg : forall n s e, In e (plan_within n s) -> 0 <= fst e).
  { clear n. induction n as [|n IH]; intros [|i a] e; simpl; try (intros []; fail).
    - intros [<-|[]]. simpl. discriminate.
    - intros [<-|[]]. simpl. discriminate.
    - intros I. apply in_flat_map in I as [t [_ I]].
      apply in_map_iff in I as [d [<- I]]. simpl. apply mult_nonneg; auto. apply IH with t; auto. }
  intros s. apply sum_nonneg. intros e I. rewrite Qcmult_1_r. apply nonneg with n s; auto.
Qed.

End Plan.

Arguments over : simpl never.

(** The plan of a table that agrees with [reach]. *)
Lemma mass_realized t before reach :
  (forall i s, In s (before i) -> earlier i s = true) ->
  (forall i l, M.find i t = Some l -> get 0 reach i = sum (before i) (realized t reach)) ->
  forall s, mass (strategy_of t) before s = realized t reach s.
Proof.
  intros order agree.
  enough (E : forall n s, (depth s <= n)%nat ->
    mass (strategy_of t) before s = realized t reach s) by (intros s; apply (E (depth s)); auto).
  induction n as [|n IH]; intros [|i a] L; simpl in L;
    try (pose proof (Pos2Nat.is_pos i); lia); try (rewrite mass_start; auto; fail).
  rewrite mass_after by auto.
  change (over (strategy_of t) before (before i) (fun _ => share t i a)
    = get 0 reach i * share t i a).
  assert (E : over (strategy_of t) before (before i) (fun _ => share t i a)
    = share t i a * sum (before i) (realized t reach)).
  { rewrite (over_ext _ _ _ _ (fun _ => share t i a * 1)) by (intros; ring).
    rewrite over_scale, over_1. f_equal. apply sum_ext. intros s I. apply IH. pose proof (earlier_depth i s (order i s I)). lia. }
  rewrite E. destruct (M.find i t) as [l|] eqn:F.
  - rewrite (agree i l F). ring.
  - unfold share. unfold get at 1 3. rewrite F. destruct (pred (Pos.to_nat a)); simpl; ring.
Qed.
