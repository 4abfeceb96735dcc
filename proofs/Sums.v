(** Finite sums of rationals: over lists, and over the finite maps of Coq's library.

    [Qc] is the type of rationals in lowest terms, so that equal numbers are equal terms. *)

From Coq Require Import List PArith QArith Qcanon FMapPositive.
Import ListNotations.
Open Scope Qc_scope.

Module M := PositiveMap.

(** ** Sums over lists *)

Definition sum {A} (l : list A) (f : A -> Qc) : Qc := fold_right (fun x t => f x + t) 0 l.

Lemma sum_ext {A} (l : list A) f g : (forall x, In x l -> f x = g x) -> sum l f = sum l g.
Proof.
  induction l as [|x l IH]; simpl; intros E; auto.
  rewrite E, IH; auto.
Qed.

Lemma sum_app {A} (l k : list A) f : sum (l ++ k) f = sum l f + sum k f.
Proof. induction l as [|x l IH]; simpl; [|rewrite IH]; ring. Qed.

Lemma sum_map {A B} (h : A -> B) l f : sum (map h l) f = sum l (fun x => f (h x)).
Proof. induction l as [|x l IH]; simpl; [|rewrite IH]; auto. Qed.

Lemma sum_flat_map {A B} (h : A -> list B) l f :
  sum (flat_map h l) f = sum l (fun x => sum (h x) f).
Proof. induction l as [|x l IH]; simpl; [|rewrite sum_app, IH]; auto. Qed.

Lemma sum_plus {A} (l : list A) f g : sum l (fun x => f x + g x) = sum l f + sum l g.
Proof. induction l as [|x l IH]; simpl; [|rewrite IH]; ring. Qed.

Lemma sum_scale {A} (l : list A) c f : sum l (fun x => c * f x) = c * sum l f.
Proof. induction l as [|x l IH]; simpl; [|rewrite IH]; ring. Qed.

Lemma sum_zero {A} (l : list A) f : (forall x, In x l -> f x = 0) -> sum l f = 0.
Proof.
  induction l as [|x l IH]; simpl; intros E; auto.
  rewrite E, IH; auto; ring.
Qed.

Lemma sum_swap {A B} (l : list A) (k : list B) f :
  sum l (fun x => sum k (f x)) = sum k (fun y => sum l (fun x => f x y)).
Proof.
  induction l as [|x l IH]; simpl.
  - symmetry; apply sum_zero; auto.
  - rewrite IH, <- sum_plus; auto.
Qed.

Lemma sum_nonneg {A} (l : list A) f : (forall x, In x l -> 0 <= f x) -> 0 <= sum l f.
Proof.
  induction l as [|x l IH]; simpl; intros E.
  - apply Qcle_refl.
  - rewrite <- (Qcplus_0_l 0). apply Qcplus_le_compat; auto.
Qed.

Lemma mult_nonneg p q : 0 <= p -> 0 <= q -> 0 <= p * q.
Proof. intros P Q'. rewrite <- (Qcmult_0_l q). apply Qcmult_le_compat_r; auto. Qed.

(** ** The elements of a list with their numbers *)

Fixpoint number {A} (from : positive) (l : list A) : list (positive * A) :=
  match l with [] => [] | x :: l => (from, x) :: number (Pos.succ from) l end.

(** The numbers [from], [from + 1], ..., as many as [count]. *)
Fixpoint upto (from : positive) (count : nat) : list positive :=
  match count with O => [] | S count => from :: upto (Pos.succ from) count end.

Lemma number_map {A B} (h : A -> B) l from :
  number from (map h l) = map (fun e => (fst e, h (snd e))) (number from l).
Proof. revert from; induction l as [|x l IH]; simpl; intros; [|rewrite IH]; auto. Qed.

Lemma sum_number_fst {A} (l : list A) from f :
  sum (number from l) (fun e => f (fst e)) = sum (upto from (length l)) f.
Proof. revert from; induction l as [|x l IH]; simpl; intros; [|rewrite IH]; auto. Qed.

Lemma upto_nth (l : list Qc) : sum (upto 1 (length l)) (fun a => nth (pred (Pos.to_nat a)) l 0)
  = sum l (fun p => p).
Proof.
  enough (E : forall l before, sum (upto (Pos.of_succ_nat (length before)) (length l))
      (fun a => nth (pred (Pos.to_nat a)) (before ++ l) 0) = sum l (fun p => p)).
  { apply (E l []). }
  clear l. induction l as [|p l IH]; intros before; simpl; auto.
  f_equal.
  - rewrite SuccNat2Pos.pred_id, app_nth2, PeanoNat.Nat.sub_diag; auto.
  - specialize (IH (before ++ [p])).
    rewrite app_length, PeanoNat.Nat.add_comm, <- app_assoc in IH. simpl in IH. auto.
Qed.

(** ** Sums over maps *)

Definition get {A} (default : A) (m : M.t A) (k : positive) : A :=
  match M.find k m with Some a => a | None => default end.

Fixpoint total {A} (f : positive -> A -> Qc) (m : M.t A) : Qc :=
  match m with
  | M.Leaf _ => 0
  | M.Node l o r =>
      total (fun k => f k~0%positive) l
      + match o with Some a => f 1%positive a | None => 0 end
      + total (fun k => f k~1%positive) r
  end.

Lemma total_empty {A} f : total f (M.empty A) = 0.
Proof. reflexivity. Qed.

Lemma total_add {A} (f : positive -> A -> Qc) k a m :
  total f (M.add k a m)
  = total f m - match M.find k m with Some b => f k b | None => 0 end + f k a.
Proof.
  revert f m; induction k as [k IH|k IH|]; intros f [|l o r]; simpl;
    try rewrite IH; try (destruct o); simpl; try (destruct k); simpl; ring.
Qed.

Lemma total_ext {A} (f g : positive -> A -> Qc) m :
  (forall k a, M.find k m = Some a -> f k a = g k a) -> total f m = total g m.
Proof.
  revert f g; induction m as [|l IHl o r IHr]; simpl; intros f g E; auto.
  rewrite (IHl _ (fun k => g k~0%positive)), (IHr _ (fun k => g k~1%positive)).
  - destruct o as [a|]; auto. rewrite (E 1%positive a); auto.
  - intros k a F; apply E; auto.
  - intros k a F; apply E; auto.
Qed.

Lemma total_zero {A} (f : positive -> A -> Qc) m :
  (forall k a, M.find k m = Some a -> f k a = 0) -> total f m = 0.
Proof.
  intros E. rewrite (total_ext f (fun _ _ => 0)) by auto. clear.
  induction m as [|l IHl o r IHr]; simpl; auto.
  rewrite IHl, IHr; destruct o; ring.
Qed.

Lemma total_nonneg {A} (f : positive -> A -> Qc) m :
  (forall k a, M.find k m = Some a -> 0 <= f k a) -> 0 <= total f m.
Proof.
  revert f; induction m as [|l IHl o r IHr]; simpl; intros f E.
  - apply Qcle_refl.
  - replace 0 with (0 + 0 + 0) by ring.
    repeat apply Qcplus_le_compat.
    + apply IHl. intros k a F. exact (E k~0%positive a F).
    + destruct o; [apply E; auto|apply Qcle_refl].
    + apply IHr. intros k a F. exact (E k~1%positive a F).
Qed.

(** ** Numbers that are added up under keys *)

Definition put (k : positive) (q : Qc) (m : M.t Qc) : M.t Qc := M.add k (q + get 0 m k) m.

Definition collect (terms : list (positive * Qc)) (m : M.t Qc) : M.t Qc :=
  fold_left (fun m e => put (fst e) (snd e) m) terms m.

Lemma total_put g k q m :
  total (fun k q => g k * q) (put k q m) = total (fun k q => g k * q) m + g k * q.
Proof. unfold put, get. rewrite total_add. destruct (M.find k m); ring. Qed.

Lemma total_collect g terms m :
  total (fun k q => g k * q) (collect terms m)
  = total (fun k q => g k * q) m + sum terms (fun e => g (fst e) * snd e).
Proof.
  revert m; induction terms as [|e terms IH]; simpl; intros m.
  - ring.
  - unfold collect in IH. rewrite IH, total_put. ring.
Qed.

(** ** Comparisons that compute *)

Definition leb (p q : Qc) : bool := Qle_bool p q.

Lemma leb_le p q : leb p q = true -> p <= q.
Proof. unfold leb, Qcle. apply Qle_bool_imp_le. Qed.

(** A condition on all entries of a map. *)
Fixpoint every {A} (f : positive -> A -> bool) (m : M.t A) : bool :=
  match m with
  | M.Leaf _ => true
  | M.Node l o r =>
      every (fun k => f k~0%positive) l
      && match o with Some a => f 1%positive a | None => true end
      && every (fun k => f k~1%positive) r
  end.

Lemma every_find {A} (f : positive -> A -> bool) m k a :
  every f m = true -> M.find k m = Some a -> f k a = true.
Proof.
  revert f m; induction k as [k IH|k IH|]; intros f [|l o r]; simpl; try discriminate;
    intros E F; apply andb_prop in E as [E R]; apply andb_prop in E as [L O].
  - exact (IH _ _ R F).
  - exact (IH _ _ L F).
  - rewrite F in O. auto.
Qed.

(** The entries of a map, in the order of the bits of their keys. *)
Fixpoint values {A} (m : M.t A) : list A :=
  match m with
  | M.Leaf _ => []
  | M.Node l o r => values l ++ match o with Some a => [a] | None => [] end ++ values r
  end.
