(** What the walk finds out about perfect recall.

    The theorem of Soundness.v needs none of this: there, opponents may remember all that they did.
    Here it is proved that the sequences that the checker compares are what a player's own past in
    the tree is. So a tree in which each information set has one of them ([single_pasts], which is
    not part of the checker) has perfect recall as textbooks define it. *)

From Coq Require Import List PArith QArith Qcanon FMapPositive.
From Efgc Require Import Sums Game Certificate Sequence Checker Walk.
Import ListNotations.
Open Scope Qc_scope.

(** [comes p t s i s']: where the last own sequence of the player [p] was [s], play in [t] can come
    to its information set [i], and its last own sequence is then [s']. *)
Inductive comes (p : player) : tree -> sequence -> positive -> sequence -> Prop :=
| comes_here i l s : comes p (Choice p i l) s i s
| comes_by_chance q t moves s i s' :
    In (q, t) moves -> comes p t s i s' -> comes p (Chance moves) s i s'
| comes_by_own j l a t s i s' :
    In (a, t) (number 1 l) -> comes p t (After j a) i s' -> comes p (Choice p j l) s i s'
| comes_by_other q j l t s i s' :
    q <> p -> In t l -> comes p t s i s' -> comes p (Choice q j l) s i s'.

(** Perfect recall: at an information set its player's last own sequence is always the same. (So is
    the one before it, which is that of an earlier information set, and so on.) *)
Definition perfect_recall (t : tree) : Prop :=
  forall p i s s', comes p t Start i s -> comes p t Start i s' -> s = s'.

(** ** Joined ways have all sequences *)

Lemma values_find {A} (m : M.t A) k a : M.find k m = Some a -> In a (values m).
Proof.
  revert k; induction m as [|l IHl o r IHr]; intros [k|k|]; simpl; try discriminate; intros F;
    rewrite !in_app_iff.
  - right; right. apply (IHr _ F).
  - left. apply (IHl _ F).
  - subst o. simpl. auto.
Qed.

Lemma distinct_all l s : In s l -> In s (distinct l).
Proof.
  intros I. unfold distinct. apply values_find with (code s).
  enough (E : forall m, (In s l \/ M.find (code s) m = Some s) ->
    M.find (code s) (fold_left (fun m s => M.add (code s) s m) l m) = Some s) by (apply E; auto).
  clear I. induction l as [|t l IH]; simpl; intros m H.
  - destruct H as [[]|H]; auto.
  - apply IH. destruct (Pos.eq_dec (code s) (code t)) as [E|D].
    + right. rewrite <- (decode_code t), <- E, decode_code, M.gss. auto.
    + rewrite M.gso by auto. destruct H as [[<-|H]|H]; auto. elim D; auto.
Qed.

Definition own_of (p : player) (w : way) : list sequence :=
  match p with One => w.(first) | Two => w.(second) end.

Lemma join_all ways w v s p : join ways = Some w -> In v ways -> In s (own_of p v) ->
  In s (own_of p w).
Proof.
  destruct ways as [|w1 [|w2 ways]]; [discriminate| |].
  - intros E. injection E as ->. intros [->|[]]. auto.
  - unfold join. remember (w1 :: w2 :: ways) as all. destruct (joins _ _); [|discriminate].
    intros E. injection E as <-. intros I S.
    destruct p; apply distinct_all, in_flat_map; exists v; auto.
Qed.

(** ** The walk *)

Section Recall.

Variable g : game.
Variable before : positive -> list sequence.

(** From the nodes that wait, play comes to information sets with the known sequences only. *)
Definition recalls (s : walk_state) : Prop :=
  forall c ways w p q i q', M.find c s.(pending) = Some ways -> In w ways -> In q (own_of p w) ->
    comes p (tree_at g c) q i q' -> In q' (before i).

Lemma send_keeps v ways m m' c w : send v ways m = Some m' ->
  In w (get [] m c) -> In w (get [] m' c).
Proof.
  revert m; induction ways as [|[d u] ways IH]; simpl; intros m.
  - intros E. injection E as <-. auto.
  - destruct (Pos.ltb v d); [|discriminate]. intros E I. apply (IH _ E).
    unfold get. destruct (Pos.eq_dec c d) as [->|D].
    + rewrite M.gss. right. auto.
    + rewrite M.gso by auto. auto.
Qed.

Lemma send_all v ways m m' c w : send v ways m = Some m' -> In (c, w) ways ->
  In w (get [] m' c).
Proof.
  revert m; induction ways as [|[d u] ways IH]; simpl; intros m; [intros _ []|].
  destruct (Pos.ltb v d); [|discriminate]. intros E [I|I].
  - injection I as -> ->. apply (send_keeps _ _ _ _ _ _ E).
    unfold get. rewrite M.gss. left. auto.
  - apply (IH _ E I).
Qed.

Lemma recalls_get s c w p q i q' : recalls s -> In w (get [] s.(pending) c) ->
  In q (own_of p w) -> comes p (tree_at g c) q i q' -> In q' (before i).
Proof.
  unfold get. intros R. destruct (M.find c (pending s)) as [ways|] eqn:F; [|intros []].
  intros I Q C. apply (R c ways w p q i q'); auto.
Qed.

(** What waits after a step: what waited for other nodes. *)
Lemma step_keeps v n s s' c w : step g v n s = Some s' -> c <> v ->
  In w (get [] s.(pending) c) -> In w (get [] s'.(pending) c).
Proof.
  intros E D I.
  assert (K : In w (get [] (M.add v [] (pending s)) c))
    by (unfold get; rewrite M.gso by auto; exact I).
  revert E. unfold step. destruct (join _) as [u|]; [|discriminate].
  destruct n as [q|moves|i l].
  - intros E. injection E as <-. auto.
  - destruct (_ && _); [|discriminate]. destruct (send _ _ _) eqn:S; [|discriminate].
    intros E. injection E as <-. apply (send_keeps _ _ _ _ _ _ S K).
  - destruct (M.find i (infosets g)) as [[p actions]|]; [|discriminate].
    destruct (Nat.eqb _ _); [|discriminate].
    destruct (recall _ _ _); [|discriminate]. destruct (send _ _ _) eqn:S; [|discriminate].
    intros E. injection E as <-. apply (send_keeps _ _ _ _ _ _ S K).
Qed.

Lemma number_in {A} (l : list A) a from x : In (a, x) (number from l) -> In x l.
Proof.
  revert from; induction l as [|y l IH]; simpl; intros from; auto.
  intros [E|I]; [injection E; auto|eauto].
Qed.

Lemma in_number {A} (l : list A) from x : In x l -> exists a, In (a, x) (number from l).
Proof.
  revert from; induction l as [|y l IH]; simpl; intros from; [intros []|].
  intros [<-|I]; [exists from; auto|].
  destruct (IH (Pos.succ from) I) as [a J]. exists a; auto.
Qed.

Lemma step_recalls v n s s' :
  step g v n s = Some s' ->
  tree_at g v = subtree g (tree_at g) n ->
  (forall i l, M.find i s'.(parents) = Some l -> before i = l) ->
  recalls s' -> recalls s.
Proof.
  intros E T B R c ways w p q i q' F W Q C.
  destruct (Pos.eq_dec c v) as [->|D].
  2: { apply (recalls_get s' c w p q i q'); auto. apply (step_keeps v n s s' c w E D).
       unfold get. rewrite F. auto. }
  rewrite T in C. revert E. unfold step.
  replace (get [] (pending s) v) with ways by (unfold get; rewrite F; auto).
  destruct (join ways) as [u|] eqn:J; [|discriminate].
  pose proof (join_all ways u w q p J W Q) as U.
  destruct n as [x|moves|j l]; simpl in C.
  - inversion C.
  - destruct (_ && _); [|discriminate]. destruct (send _ _ _) as [m|] eqn:S; [|discriminate].
    intros E. injection E as <-.
    inversion C as [|x t moves' s0 i0 s1 I K| |]; subst.
    apply in_map_iff in I as [[y d] [H I]]. simpl in H. injection H as -> <-.
    refine (recalls_get _ d _ p q i q' R (send_all _ _ _ _ d _ S _) _ K).
    + apply in_map_iff. exists (x, d). split; [reflexivity|auto].
    + destruct p; exact U.
  - destruct (M.find j (infosets g)) as [[p' actions]|] eqn:P; [|discriminate].
    destruct (Nat.eqb _ _); [|discriminate].
    destruct (recall _ _ _) as [r|] eqn:K; [|discriminate].
    destruct (send _ _ _) as [m|] eqn:S; [|discriminate].
    intros E. injection E as <-. simpl in B.
    destruct (recall_parents _ _ _ _ K) as [own _]. specialize (B _ _ own).
    unfold mover in C. rewrite P in C.
    inversion C as [i0 l0 s0| |j0 l0 a t s0 i0 s1 I H|x j0 l0 t s0 i0 s1 N I H]; subst.
    + rewrite B. destruct p'; exact U.
    + rewrite number_map in I. apply in_map_iff in I as [[a' d] [H' I]].
      simpl in H'. injection H' as -> <-.
      refine (recalls_get _ d _ _ (After j a) i q' R (send_all _ _ _ _ d _ S _) _ H).
      * apply in_map_iff. exists (a, d). split; [reflexivity|auto].
      * destruct p'; left; auto.
    + apply in_map_iff in I as [d [<- I]]. destruct (in_number l 1%positive d I) as [a I'].
      refine (recalls_get _ d _ p q i q' R (send_all _ _ _ _ d _ S _) _ H).
      * apply in_map_iff. exists (a, d). split; [reflexivity|auto].
      * destruct p, p'; try (elim N; reflexivity); exact U.
Qed.

Lemma walk_recalls v l s s' :
  walk g v l s = Some s' ->
  holds_from v l (fun k n => tree_at g k = subtree g (tree_at g) n) ->
  (forall i l, M.find i s'.(parents) = Some l -> before i = l) ->
  recalls s' -> recalls s.
Proof.
  revert v s; induction l as [|n l IH]; simpl; intros v s.
  - intros E. injection E as <-. auto.
  - destruct (step g v n s) as [r|] eqn:E; [|discriminate]. intros F [T H] B R.
    apply (step_recalls v n s r E T).
    + intros i k K. apply B. apply (walk_extends g _ _ _ _ F); auto.
    + apply (IH _ _ F H B R).
Qed.

End Recall.

(** ** The theorem *)

(** Every information set has one sequence before it: the file is a tree as textbooks have it. *)
Definition single_pasts (g : game) : bool :=
  match walk g 1 g.(nodes) at_root with
  | Some s => complete g s
      && every (fun _ own => match own with [_] => true | _ => false end) s.(parents)
  | None => false
  end.

Theorem tree_recalls g : single_pasts g = true -> perfect_recall (tree_of g).
Proof.
  unfold single_pasts. destruct (walk _ _ _ _) as [s|] eqn:W; [|discriminate].
  intros E. apply andb_prop in E as [C one].
  set (before := fun i => get [] s.(parents) i).
  assert (R : recalls g before at_root).
  { apply (walk_recalls g before _ _ _ _ W).
    - apply tree_at_node. apply (walk_forward g _ _ _ _ W).
    - unfold before, get. intros i l ->. auto.
    - unfold complete in C. apply andb_prop in C as [C _]. apply andb_prop in C as [C _].
      intros c ways w p q i q' F I. pose proof (every_find _ _ _ _ C F) as H. simpl in H.
      destruct ways; [destruct I|discriminate]. }
  intros p i q q' H H'.
  assert (one_of : forall q, comes p (tree_of g) Start i q -> In q (before i)).
  { intros r K. apply (R 1%positive _ _ p Start i r eq_refl (or_introl eq_refl)); auto.
    destruct p; left; auto. }
  apply one_of in H, H'. unfold before, get in H, H'.
  destruct (M.find i (parents s)) as [l|] eqn:F; [|destruct H].
  pose proof (every_find _ _ _ _ one F) as N. simpl in N.
  destruct l as [|x [|]]; try discriminate.
  destruct H as [<-|[]], H' as [<-|[]]. auto.
Qed.
