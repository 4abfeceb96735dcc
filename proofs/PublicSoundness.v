(** The theorem for games of public states: a value that the checker accepts is the value. *)

From Coq Require Import List PArith Lia QArith Qcanon FMapPositive.
From Efgc Require Import Sums Game Checker PublicGame PublicChecker.
Import ListNotations.
Open Scope Qc_scope.

Definition is_public_value (g : list state) (v : Qc) : Prop :=
  (exists one, valid g One one /\ forall two, valid g Two two -> v <= payoff one two (play_of g))
  /\
  (exists two, valid g Two two /\ forall one, valid g One one -> payoff one two (play_of g) <= v).

(** The strategies of all stages as one strategy of each player, without memory. *)
Definition stage_strategy (p : player) (s : M.t stage) : strategy := {|
  memory := unit; start := tt;
  prob := fun _ k a => match M.find k s with
    | Some g => share_of (match p with One => g.(row_shares) | Two => g.(column_shares) end) a
    | None => 0
    end;
  next := fun _ _ _ _ => tt |}.

(** ** Sums *)

Lemma sum_le {A} (l : list A) f h : (forall x, In x l -> f x <= h x) -> sum l f <= sum l h.
Proof.
  induction l as [|x l IH]; simpl; intros E; [apply Qcle_refl|].
  apply Qcplus_le_compat; auto.
Qed.

Lemma mult_le p q r : 0 <= p -> q <= r -> p * q <= p * r.
Proof. intros P L. rewrite !(Qcmult_comm p). apply Qcmult_le_compat_r; auto. Qed.

Lemma sum_number_nth {A} (l : list A) d f : sum (number 1 l) f
  = sum (upto 1 (length l)) (fun a => f (a, nth (pred (Pos.to_nat a)) l d)).
Proof.
  enough (E : forall l before, sum (number (Pos.of_succ_nat (length before)) l) f
    = sum (upto (Pos.of_succ_nat (length before)) (length l))
        (fun a => f (a, nth (pred (Pos.to_nat a)) (before ++ l) d))) by apply (E l []).
  clear l. induction l as [|x l IH]; intros before; simpl; auto.
  f_equal.
  - rewrite SuccNat2Pos.pred_id, app_nth2, PeanoNat.Nat.sub_diag; auto.
  - specialize (IH (before ++ [x])).
    rewrite app_length, PeanoNat.Nat.add_comm, <- app_assoc in IH. simpl in IH. auto.
Qed.

Lemma in_number_snd {A} (l : list A) from e : In e (number from l) -> In (snd e) l.
Proof.
  revert from; induction l as [|x l IH]; simpl; intros from; auto.
  intros [<-|I]; [left; auto|right; eauto].
Qed.

Lemma distribution count l : is_distribution count l = true ->
  length l = count /\ (forall a, 0 <= share_of l a) /\ sum (upto 1 count) (share_of l) = 1.
Proof.
  unfold is_distribution. intros D. apply andb_prop in D as [D S]. apply andb_prop in D as [L N].
  apply PeanoNat.Nat.eqb_eq in L. apply Qc_eq_bool_correct in S. repeat split; auto.
  - intros a. unfold share_of.
    destruct (nth_in_or_default (pred (Pos.to_nat a)) l 0) as [I| ->]; [|apply Qcle_refl].
    rewrite forallb_forall in N. apply leb_le; auto.
  - rewrite <- S, <- L. apply upto_nth.
Qed.

(** ** One stage: rows are bounded below, columns above *)

Section Stage.

Variable v : M.t Qc.
Variable st : state.
Variable g : stage.
Hypothesis holds : stage_holds v st g = true.

Lemma stage_parts :
  (forall row, In row (rows_of st) -> length row = columns_of st) /\
  is_distribution (length (rows_of st)) g.(row_shares) = true /\
  is_distribution (columns_of st) g.(column_shares) = true /\
  (forall j, In j (upto 1 (columns_of st)) -> g.(worth) <= sum (number 1 (rows_of st))
    (fun r => share_of g.(row_shares) (fst r) * column v j (snd r))) /\
  (forall row, In row (rows_of st) -> sum (upto 1 (columns_of st))
    (fun j => share_of g.(column_shares) j * column v j row) <= g.(worth)).
Proof.
  unfold stage_holds in holds.
  apply andb_prop in holds as [H R]. apply andb_prop in H as [H C].
  apply andb_prop in H as [H D2]. apply andb_prop in H as [L D1].
  rewrite forallb_forall in L, R, C. repeat split; auto.
  - intros row I. apply PeanoNat.Nat.eqb_eq; auto.
  - intros j I. apply leb_le; auto.
  - intros row I. apply leb_le; auto.
Qed.

(** [U i j e]: what the entry [e] at row [i] and column [j] is worth in play. *)
Variable U : positive -> positive -> Qc * positive -> Qc.

Lemma row_sum y i row : In row (rows_of st) ->
  sum (number 1 row) (fun e => y (fst e) * U i (fst e) (snd e))
  = sum (upto 1 (columns_of st))
      (fun j => y j * U i j (nth (pred (Pos.to_nat j)) row (0, 1%positive))).
Proof.
  intros I. destruct stage_parts as [L _]. rewrite <- (L row I).
  apply (sum_number_nth row (0, 1%positive) (fun e => y (fst e) * U i (fst e) (snd e))).
Qed.

Lemma stage_lower y :
  (forall j, 0 <= y j) -> sum (upto 1 (columns_of st)) y = 1 ->
  (forall i j row e, In row (rows_of st) -> In e row -> entry v e <= U i j e) ->
  g.(worth) <= sum (number 1 (rows_of st)) (fun r => share_of g.(row_shares) (fst r) *
    sum (number 1 (snd r)) (fun e => y (fst e) * U (fst r) (fst e) (snd e))).
Proof.
  intros Y S E. destruct stage_parts as [L [D1 [_ [C _]]]].
  destruct (distribution _ _ D1) as [_ [X _]].
  apply Qcle_trans with (sum (number 1 (rows_of st)) (fun r => share_of g.(row_shares) (fst r) *
    sum (upto 1 (columns_of st)) (fun j => y j * column v j (snd r)))).
  - apply Qcle_trans with (sum (upto 1 (columns_of st)) (fun j => y j * g.(worth))).
    + rewrite (sum_ext _ _ (fun j => g.(worth) * y j)) by (intros; ring).
      rewrite sum_scale, S, Qcmult_1_r. apply Qcle_refl.
    + rewrite (sum_ext (number 1 (rows_of st)) _ (fun r => sum (upto 1 (columns_of st)) (fun j =>
        y j * (share_of g.(row_shares) (fst r) * column v j (snd r))))).
      2: { intros r _. rewrite <- sum_scale. apply sum_ext. intros j _. ring. }
      rewrite sum_swap. apply sum_le. intros j I. rewrite sum_scale. apply mult_le; auto.
  - apply sum_le. intros r I. apply mult_le; auto.
    apply in_number_snd in I. rewrite (row_sum y _ _ I).
    apply sum_le. intros j J. apply mult_le; auto. unfold column.
    apply (E (fst r) j (snd r)); auto. apply nth_In. rewrite (L _ I).
    clear - J. assert (B : forall n from, In j (upto from n) ->
      (Pos.to_nat j < Pos.to_nat from + n)%nat).
    { induction n as [|n IH]; simpl; intros from; [intros []|].
      intros [<-|J']; [lia|]. specialize (IH _ J'). rewrite Pos2Nat.inj_succ in IH. lia. }
    specialize (B _ _ J). pose proof (Pos2Nat.is_pos j). simpl in B. lia.
Qed.

Lemma stage_upper x :
  (forall i, 0 <= x i) -> sum (upto 1 (length (rows_of st))) x = 1 ->
  (forall i j row e, In row (rows_of st) -> In e row -> U i j e <= entry v e) ->
  sum (number 1 (rows_of st)) (fun r => x (fst r) *
    sum (number 1 (snd r)) (fun e => share_of g.(column_shares) (fst e)
      * U (fst r) (fst e) (snd e))) <= g.(worth).
Proof.
  intros X S E. destruct stage_parts as [L [_ [D2 [_ R]]]].
  destruct (distribution _ _ D2) as [_ [Y _]].
  apply Qcle_trans with (sum (number 1 (rows_of st)) (fun r => g.(worth) * x (fst r))).
  - apply sum_le. intros r I. rewrite (Qcmult_comm g.(worth)). apply mult_le; auto.
    apply in_number_snd in I. apply Qcle_trans with (2 := R _ I).
    rewrite (row_sum (share_of g.(column_shares)) _ _ I).
    apply sum_le. intros j J. apply mult_le; auto. unfold column.
    apply (E (fst r) j (snd r)); auto. apply nth_In. rewrite (L _ I).
    clear - J. assert (B : forall n from, In j (upto from n) ->
      (Pos.to_nat j < Pos.to_nat from + n)%nat).
    { induction n as [|n IH]; simpl; intros from; [intros []|].
      intros [<-|J']; [lia|]. specialize (IH _ J'). rewrite Pos2Nat.inj_succ in IH. lia. }
    specialize (B _ _ J). pose proof (Pos2Nat.is_pos j). simpl in B. lia.
  - rewrite sum_scale, sum_number_fst, S, Qcmult_1_r. apply Qcle_refl.
Qed.

End Stage.

(** ** All states, from the end *)

Lemma induction_keys stages l from v s : induction stages from l = Some (v, s) ->
  (forall k q, M.find k v = Some q -> (from <= k)%positive) /\
  (forall k g, M.find k s = Some g -> (from <= k)%positive).
Proof.
  revert from v s; induction l as [|st l IH]; simpl; intros from v s.
  - intros E. injection E as <- <-. split; intros k x F; rewrite M.gempty in F; discriminate.
  - destruct (induction stages (Pos.succ from) l) as [[v' s']|] eqn:R; [|discriminate].
    destruct (forallb (fun c => M.mem c v') (follows st)); [|discriminate].
    destruct (IH _ _ _ R) as [IHv IHs].
    assert (later : forall k, (Pos.succ from <= k)%positive -> (from <= k)%positive) by lia.
    assert (added : forall {A} (m : M.t A) x, (forall k y, M.find k m = Some y ->
      (Pos.succ from <= k)%positive) -> forall k y, M.find k (M.add from x m) = Some y ->
      (from <= k)%positive).
    { intros A m x H k y F. destruct (Pos.eq_dec k from) as [->|D]; [lia|].
      rewrite M.gso in F by auto. apply later. apply (H k y F). }
    destruct st as [q|moves|p next|columns rows].
    + intros E. injection E as <- <-. split; [apply added; auto|].
      intros k g F. apply later. apply (IHs k g F).
    + destruct (_ && _); [|discriminate]. intros E. injection E as <- <-.
      split; [apply added; auto|]. intros k g F. apply later. apply (IHs k g F).
    + destruct (stage_of _ _ _ _) as [g|]; [|discriminate].
      destruct (stage_holds _ _ _); [|discriminate]. intros E. injection E as <- <-.
      split; apply added; auto.
    + destruct (stage_of _ _ _ _) as [g|]; [|discriminate].
      destruct (stage_holds _ _ _); [|discriminate]. intros E. injection E as <- <-.
      split; apply added; auto.
Qed.

(** The three ways in which a state gets its value. *)
Lemma induction_step stages from st l v s : induction stages from (st :: l) = Some (v, s) ->
  exists v' s', induction stages (Pos.succ from) l = Some (v', s') /\
    (forall c, In c (follows st) -> exists q, M.find c v' = Some q) /\
    ((exists q, st = Over q /\ v = M.add from q v' /\ s = s') \/
     (exists moves, st = Luck moves /\ s = s'
       /\ v = M.add from (sum moves (fun e => fst e * get 0 v' (snd e))) v'
       /\ (forall e, In e moves -> 0 <= fst e)) \/
     (exists g, decides st = true /\ stage_holds v' st g = true
       /\ v = M.add from g.(worth) v' /\ s = M.add from g s')).
Proof.
  simpl. destruct (induction stages (Pos.succ from) l) as [[v' s']|]; [|discriminate].
  destruct (forallb (fun c => M.mem c v') (follows st)) eqn:C; [|discriminate]. intros E.
  exists v', s'. split; auto. split.
  { intros c I. rewrite forallb_forall in C. specialize (C c I). rewrite M.mem_find in C.
    destruct (M.find c v') as [q|]; [exists q; auto|discriminate]. }
  destruct st as [q|moves|p next|columns rows].
  - left. exists q. injection E as <- <-. auto.
  - right; left. destruct (forallb above_0 (map fst moves)) eqn:P; [|discriminate].
    destruct (sums_to_1 _); [|discriminate]. injection E as <- <-.
    exists moves. repeat split; auto. intros e I. rewrite forallb_forall in P.
    assert (A := P (fst e) (in_map fst _ _ I)). unfold above_0 in A.
    destruct (Qclt_le_dec 0 (fst e)) as [L|L]; [apply Qclt_le_weak; auto|].
    unfold leb in A. apply Qle_bool_iff in L. rewrite L in A. discriminate.
  - right; right. destruct (stage_of _ _ _ _) as [g|]; [|discriminate].
    destruct (stage_holds _ _ _) eqn:H; [|discriminate]. injection E as <- <-.
    exists g. auto.
  - right; right. destruct (stage_of _ _ _ _) as [g|]; [|discriminate].
    destruct (stage_holds _ _ _) eqn:H; [|discriminate]. injection E as <- <-.
    exists g. auto.
Qed.

Lemma decides_both at_ below st : decides st = true ->
  play_from at_ below st = Both at_ (map (map (fun e => (fst e, below (snd e)))) (rows_of st)).
Proof. destruct st; simpl; try discriminate; auto. Qed.

Lemma decides_follows st row e : decides st = true -> In row (rows_of st) -> In e row ->
  In (snd e) (follows st).
Proof.
  intros D R I. assert (F : follows st = map snd (concat (rows_of st)))
    by (destruct st; simpl in *; try discriminate; auto).
  rewrite F. apply in_map. apply in_concat. exists row; auto.
Qed.

(** What [Both] pays, with the subtrees of the table. *)
Lemma both_expected one two at_ (below : positive -> play) (rows : list (list (Qc * positive)))
  m1 m2 :
  expected one two (Both at_ (map (map (fun e => (fst e, below (snd e)))) rows)) m1 m2
  = sum (number 1 rows) (fun r => prob one m1 at_ (fst r) *
      sum (number 1 (snd r)) (fun e => prob two m2 at_ (fst e) * (fst (snd e) +
        payoff_from one two (below (snd (snd e))) (next one m1 at_ (fst r) (fst e))
          (next two m2 at_ (fst r) (fst e))))).
Proof.
  simpl. rewrite number_map, sum_map. apply sum_ext. intros r _. simpl. f_equal.
  rewrite number_map, sum_map. auto.
Qed.

Section Induction.

Variable stages : M.t stage.
Variable all : M.t stage.
Let one_ := stage_strategy One all.
Let two_ := stage_strategy Two all.

Lemma plays_later from st l below k q v' s' :
  induction stages (Pos.succ from) l = Some (v', s') -> M.find k v' = Some q ->
  get (End 0) (M.add from (play_from from below st) (plays (Pos.succ from) l)) k
  = get (End 0) (plays (Pos.succ from) l) k.
Proof.
  intros I F. apply induction_keys in I as [K _]. specialize (K k q F).
  unfold get. rewrite M.gso; auto. lia.
Qed.

Lemma extends_later from g s' :
  (forall k x, M.find k s' = Some x -> (Pos.succ from <= k)%positive) ->
  (forall k x, M.find k (M.add from g s') = Some x -> M.find k all = Some x) ->
  (forall k x, M.find k s' = Some x -> M.find k all = Some x) /\ M.find from all = Some g.
Proof.
  intros K H. split.
  - intros k x F. apply H. rewrite M.gso; auto. specialize (K k x F). lia.
  - apply H. apply M.gss.
Qed.

Lemma induction_lower two : (forall m s a, 0 <= prob two m s a) ->
  forall l from v s,
  induction stages from l = Some (v, s) ->
  (forall k x, M.find k s = Some x -> M.find k all = Some x) ->
  holds_from from l (fun s st => decides st = true ->
    forall m, sum (upto 1 (moves_of Two st)) (prob two m s) = 1) ->
  forall k q, M.find k v = Some q ->
  forall m2, q <= payoff_from one_ two (get (End 0) (plays from l) k) tt m2.
Proof.
  intros nonneg. induction l as [|st l IH]; intros from v s E A H k q F m2.
  - injection E as <- <-. rewrite M.gempty in F. discriminate.
  - apply induction_step in E as [v' [s' [E [C cases]]]]. destruct H as [here H].
    pose proof (induction_keys _ _ _ _ _ E) as [_ keys]. simpl plays.
    assert (below : (forall k x, M.find k s' = Some x -> M.find k all = Some x) ->
      forall c m, (exists q, M.find c v' = Some q) ->
      get 0 v' c <= payoff_from one_ two (get (End 0) (plays (Pos.succ from) l) c) tt m).
    { intros A' c m [w W]. unfold get at 1. rewrite W. apply (IH _ _ _ E A' H c w W). }
    destruct (Pos.eq_dec k from) as [->|D].
    + unfold get at 1. rewrite M.gss, payoff_from_expected.
      destruct cases as [[w [-> [-> ->]]]|[[moves [-> [-> [-> P]]]]|[g [Dec [S [-> ->]]]]]];
        rewrite M.gss in F; injection F as <-.
      * apply Qcle_refl.
      * simpl. rewrite number_map, sum_map.
        rewrite (sum_ext _ (fun e => fst (snd (fst e, (fst (snd e),
          get (End 0) (plays (Pos.succ from) l) (snd (snd e))))) * _)
          (fun e => fst (snd e) * payoff_from one_ two
            (get (End 0) (plays (Pos.succ from) l) (snd (snd e))) tt
            (next two m2 from (fst e) 1))) by auto.
        assert (N : forall f, sum moves f = sum (number 1 moves) (fun e => f (snd e))).
        { intros f. generalize 1%positive as a. clear. induction moves as [|x k IH]; simpl; auto.
          intros a. rewrite (IH (Pos.succ a)). auto. }
        rewrite N. apply sum_le. intros e I. apply in_number_snd in I. apply mult_le; auto.
        apply below; auto. apply C. simpl. apply in_map. auto.
      * apply extends_later in A as [A here_]; auto.
        rewrite decides_both, both_expected by auto.
        rewrite (sum_ext _ _ (fun r => share_of g.(row_shares) (fst r) *
          sum (number 1 (snd r)) (fun e => prob two m2 from (fst e) * (fst (snd e) +
            payoff_from one_ two (get (End 0) (plays (Pos.succ from) l) (snd (snd e))) tt
              (next two m2 from (fst r) (fst e)))))).
        2: { intros r _. simpl. rewrite here_. auto. }
        apply (stage_lower v' st g S (fun i j e => fst e + payoff_from one_ two
          (get (End 0) (plays (Pos.succ from) l) (snd e)) tt (next two m2 from i j))); auto.
        intros i j row e R I. unfold entry. apply Qcplus_le_compat; [apply Qcle_refl|].
        apply below; auto. apply C. apply (decides_follows st row e); auto.
    + assert (F' : M.find k v' = Some q).
      { destruct cases as [[w [_ [-> _]]]|[[moves [_ [_ [-> _]]]]|[g [_ [_ [-> _]]]]]];
          rewrite M.gso in F by auto; auto. }
      rewrite (plays_later _ _ _ _ _ _ _ _ E F').
      apply (IH _ _ _ E); auto.
      destruct cases as [[w [_ [_ ->]]]|[[moves [_ [-> _]]]|[g [_ [_ [_ ->]]]]]]; auto.
      apply extends_later in A as [A _]; auto.
Qed.

Lemma induction_upper one : (forall m s a, 0 <= prob one m s a) ->
  forall l from v s,
  induction stages from l = Some (v, s) ->
  (forall k x, M.find k s = Some x -> M.find k all = Some x) ->
  holds_from from l (fun s st => decides st = true ->
    forall m, sum (upto 1 (moves_of One st)) (prob one m s) = 1) ->
  forall k q, M.find k v = Some q ->
  forall m1, payoff_from one two_ (get (End 0) (plays from l) k) m1 tt <= q.
Proof.
  intros nonneg. induction l as [|st l IH]; intros from v s E A H k q F m1.
  - injection E as <- <-. rewrite M.gempty in F. discriminate.
  - apply induction_step in E as [v' [s' [E [C cases]]]]. destruct H as [here H].
    pose proof (induction_keys _ _ _ _ _ E) as [_ keys]. simpl plays.
    assert (below : (forall k x, M.find k s' = Some x -> M.find k all = Some x) ->
      forall c m, (exists q, M.find c v' = Some q) ->
      payoff_from one two_ (get (End 0) (plays (Pos.succ from) l) c) m tt <= get 0 v' c).
    { intros A' c m [w W]. unfold get at 2. rewrite W. apply (IH _ _ _ E A' H c w W). }
    destruct (Pos.eq_dec k from) as [->|D].
    + unfold get at 1. rewrite M.gss, payoff_from_expected.
      destruct cases as [[w [-> [-> ->]]]|[[moves [-> [-> [-> P]]]]|[g [Dec [S [-> ->]]]]]];
        rewrite M.gss in F; injection F as <-.
      * apply Qcle_refl.
      * simpl. rewrite number_map, sum_map.
        rewrite (sum_ext _ (fun e => fst (snd (fst e, (fst (snd e),
          get (End 0) (plays (Pos.succ from) l) (snd (snd e))))) * _)
          (fun e => fst (snd e) * payoff_from one two_
            (get (End 0) (plays (Pos.succ from) l) (snd (snd e)))
            (next one m1 from (fst e) 1) tt)) by auto.
        assert (N : forall f, sum moves f = sum (number 1 moves) (fun e => f (snd e))).
        { intros f. generalize 1%positive as a. clear. induction moves as [|x k IH]; simpl; auto.
          intros a. rewrite (IH (Pos.succ a)). auto. }
        rewrite N. apply sum_le. intros e I. apply in_number_snd in I. apply mult_le; auto.
        apply below; auto. apply C. simpl. apply in_map. auto.
      * apply extends_later in A as [A here_]; auto.
        rewrite decides_both, both_expected by auto.
        rewrite (sum_ext _ _ (fun r => prob one m1 from (fst r) *
          sum (number 1 (snd r)) (fun e => share_of g.(column_shares) (fst e) * (fst (snd e) +
            payoff_from one two_ (get (End 0) (plays (Pos.succ from) l) (snd (snd e)))
              (next one m1 from (fst r) (fst e)) tt)))).
        2: { intros r _. f_equal. apply sum_ext. intros e _. simpl. rewrite here_. auto. }
        apply (stage_upper v' st g S (fun i j e => fst e + payoff_from one two_
          (get (End 0) (plays (Pos.succ from) l) (snd e)) (next one m1 from i j) tt)); auto.
        intros i j row e R I. unfold entry. apply Qcplus_le_compat; [apply Qcle_refl|].
        apply below; auto. apply C. apply (decides_follows st row e); auto.
    + assert (F' : M.find k v' = Some q).
      { destruct cases as [[w [_ [-> _]]]|[[moves [_ [_ [-> _]]]]|[g [_ [_ [-> _]]]]]];
          rewrite M.gso in F by auto; auto. }
      rewrite (plays_later _ _ _ _ _ _ _ _ E F').
      apply (IH _ _ _ E); auto.
      destruct cases as [[w [_ [_ ->]]]|[[moves [_ [-> _]]]|[g [_ [_ [_ ->]]]]]]; auto.
      apply extends_later in A as [A _]; auto.
Qed.

(** The strategies of the stages are strategies. *)
Lemma induction_valid p : forall l from v s,
  induction stages from l = Some (v, s) ->
  (forall k x, M.find k s = Some x -> M.find k all = Some x) ->
  (forall k x a, M.find k s = Some x ->
    0 <= share_of (match p with One => x.(row_shares) | Two => x.(column_shares) end) a) /\
  holds_from from l (fun s st => decides st = true ->
    forall m, sum (upto 1 (moves_of p st)) (prob (stage_strategy p all) m s) = 1).
Proof.
  induction l as [|st l IH]; intros from v s E A.
  - injection E as <- <-. split; simpl; auto.
    intros k x a F. rewrite M.gempty in F. discriminate.
  - apply induction_step in E as [v' [s' [E [C cases]]]].
    pose proof (induction_keys _ _ _ _ _ E) as [_ keys].
    destruct cases as [[w [-> [-> ->]]]|[[moves [-> [-> [-> P]]]]|[g [Dec [S [-> ->]]]]]].
    + destruct (IH _ _ _ E A). split; simpl; auto. split; auto. discriminate.
    + destruct (IH _ _ _ E A). split; simpl; auto. split; auto. discriminate.
    + apply extends_later in A as [A here]; auto. destruct (IH _ _ _ E A) as [N H].
      destruct (stage_parts v' st g S) as [_ [D1 [D2 _]]].
      apply distribution in D1 as [_ [X XS]]. apply distribution in D2 as [_ [Y YS]].
      split.
      * intros k x a F. destruct (Pos.eq_dec k from) as [->|D].
        -- rewrite M.gss in F. injection F as <-. destruct p; auto.
        -- rewrite M.gso in F by auto. apply (N k x a F).
      * split; auto. intros _ m. simpl. rewrite here. destruct p; auto.
Qed.

End Induction.

(** ** The theorem *)

Theorem induction_sound g stages v : check_induction g stages v = true -> is_public_value g v.
Proof.
  unfold check_induction. destruct (induction stages 1 g) as [[values all]|] eqn:E; [|discriminate].
  destruct (M.find 1%positive values) as [w|] eqn:F; [|discriminate].
  intros W. apply Qc_eq_bool_correct in W. subst w.
  assert (valid_ : forall p, valid g p (stage_strategy p all)).
  { intros p. destruct (induction_valid stages all p _ _ _ _ E (fun k x H => H)) as [N H].
    split; auto. intros m k a. simpl. destruct (M.find k all) as [x|] eqn:K.
    - apply (N k x a K).
    - apply Qcle_refl. }
  split.
  - exists (stage_strategy One all). split; auto. intros two [N H].
    apply (induction_lower stages all two N _ _ _ _ E (fun k x H => H) H 1%positive v F).
  - exists (stage_strategy Two all). split; auto. intros one [N H].
    apply (induction_upper stages all one N _ _ _ _ E (fun k x H => H) H 1%positive v F).
Qed.
