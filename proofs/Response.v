(** The bound on what an opponent can do is right, whatever numbers [least] finds.

    A plan of the opponent gives each of its sequences a weight, and what its player gets is the
    sum of weight times number over all sequences. Taking a number [v] from all actions of an
    information set, and giving it to all sequences before it, leaves this sum as it is: the actions
    have together the weight of the sequences before. When no number but that of the empty sequence
    is below 0, that one is a lower bound. *)

From Coq Require Import List PArith QArith Qcanon FMapPositive.
From Efgc Require Import Sums Game Sequence Checker.
Import ListNotations.
Open Scope Qc_scope.

Section Response.

Variable g : game.
Variable opponent : player.
Variable s : walk_state.

(** The weights of the opponent's sequences. *)
Variable y : sequence -> Qc.
Hypothesis y_nonneg : forall q, 0 <= y q.
Hypothesis y_start : y Start = 1.
Hypothesis y_flow : forall i actions, M.find i g.(infosets) = Some (opponent, actions) ->
  sum (upto 1 actions) (fun a => y (After i a)) = sum (get [] s.(parents) i) y.

Definition weighted (m : M.t Qc) : Qc := total (fun k q => y (decode k) * q) m.

Lemma weighted_collect terms m :
  weighted (collect terms m) = weighted m + sum terms (fun e => y (decode (fst e)) * snd e).
Proof. apply total_collect with (g := fun k => y (decode k)). Qed.

Lemma moved_nothing i actions v : M.find i g.(infosets) = Some (opponent, actions) ->
  sum (moved s i actions v) (fun e => y (decode (fst e)) * snd e) = 0.
Proof.
  intros F. unfold moved. rewrite sum_app, !sum_map.
  rewrite (sum_ext (upto 1 actions) _ (fun a => - v * y (After i a))).
  2: { intros a _. cbn [fst snd]. rewrite decode_code. ring. }
  rewrite (sum_ext (get [] (parents s) i) _ (fun p => v * y p)).
  2: { intros p _. cbn [fst snd]. rewrite decode_code. ring. }
  rewrite !sum_scale, (y_flow i actions F). ring.
Qed.

Lemma same_player_eq p q : same_player p q = true -> p = q.
Proof. destruct p, q; simpl; auto; discriminate. Qed.

Lemma respond_weighted m : weighted (respond g opponent s m) = weighted m.
Proof.
  unfold respond. generalize (visited s) as l. intros l. revert m.
  induction l as [|i l IH]; simpl; intros m; auto.
  destruct (M.find i (infosets g)) as [[p actions]|] eqn:F; auto.
  destruct (same_player opponent p) eqn:E; auto.
  apply same_player_eq in E. subst p.
  rewrite IH, weighted_collect, (moved_nothing i actions _ F). ring.
Qed.

Theorem guarantees_bound gains bound : guarantees g opponent s gains bound = true ->
  bound <= sum gains (fun e => e.(amount) * sum e.(own) y).
Proof.
  unfold guarantees. set (m := respond _ _ _ _). intros G.
  apply andb_prop in G as [N B]. apply leb_le in B.
  assert (W : weighted m = sum gains (fun e => e.(amount) * sum e.(own) y)).
  { unfold m. rewrite respond_weighted, weighted_collect, sum_flat_map.
    unfold weighted. rewrite total_empty, Qcplus_0_l.
    apply sum_ext. intros e _. unfold spread. rewrite sum_map, <- sum_scale.
    apply sum_ext. intros q _. cbn [fst snd]. rewrite decode_code. ring. }
  rewrite <- W.
  apply Qcle_trans with (get 0 m (code Start)); auto.
  assert (E : weighted m = weighted (M.add (code Start) 0 m) + get 0 m (code Start)).
  { unfold weighted. rewrite total_add, decode_code, y_start. unfold get.
    destruct (M.find (code Start) m); ring. }
  rewrite E. rewrite <- (Qcplus_0_l (get 0 m (code Start))) at 1.
  apply Qcplus_le_compat; [|apply Qcle_refl].
  apply total_nonneg. intros k q F. apply mult_nonneg; auto.
  destruct (Pos.eq_dec (code Start) k) as [<-|D].
  - rewrite M.gss in F. injection F as <-. apply Qcle_refl.
  - rewrite M.gso in F by auto. pose proof (every_find _ _ _ _ N F) as H. cbv beta in H.
    apply Bool.orb_prop in H as [H|H]; [|apply leb_le; auto].
    apply Pos.eqb_eq in H. subst k. elim D; auto.
Qed.

End Response.
