(** The checker of certificates of backward induction: from the end to the start, each state gets a
    value, with strategies for its stage game. It follows schemas/induction_certificate.md. *)

From Coq Require Import List PArith QArith Qcanon FMapPositive.
From Efgc Require Import Sums Game Checker PublicGame.
Import ListNotations.
Open Scope Qc_scope.

(** A stage: the value of a state, and a strategy of each player there. *)
Record stage := { worth : Qc; row_shares : list Qc; column_shares : list Qc }.

Definition share_of (l : list Qc) (a : positive) : Qc := nth (pred (Pos.to_nat a)) l 0.

Definition is_distribution (count : nat) (l : list Qc) : bool :=
  Nat.eqb (length l) count && forallb (leb 0) l && sums_to_1 l.

(** The reward and the value of what follows. *)
Definition entry (v : M.t Qc) (e : Qc * positive) : Qc := fst e + get 0 v (snd e).

Definition column (v : M.t Qc) (j : positive) (row : list (Qc * positive)) : Qc :=
  entry v (nth (pred (Pos.to_nat j)) row (0, 1%positive)).

(** Whether the strategies of a stage guarantee its value. *)
Definition stage_holds (v : M.t Qc) (st : state) (g : stage) : bool :=
  let rows := rows_of st in
  let columns := columns_of st in
  forallb (fun row => Nat.eqb (length row) columns) rows
  && is_distribution (length rows) g.(row_shares)
  && is_distribution columns g.(column_shares)
  && forallb (fun j => leb g.(worth)
       (sum (number 1 rows) (fun r => share_of g.(row_shares) (fst r) * column v j (snd r))))
       (upto 1 columns)
  && forallb (fun row => leb
       (sum (upto 1 columns) (fun j => share_of g.(column_shares) j * column v j row)) g.(worth))
       rows.

(** Where one player moves: its best move, and the other's single one. *)
Definition best (p : player) (l : list Qc) : Qc :=
  match p with One => - least (map Qcopp l) | Two => least l end.

Fixpoint sure (v : Qc) (l : list Qc) : list Qc :=
  match l with
  | [] => []
  | q :: l => if Qc_eq_bool q v then 1 :: map (fun _ => 0) l else 0 :: sure v l
  end.

Definition stage_of (stages : M.t stage) (v : M.t Qc) (at_ : positive) (st : state)
  : option stage :=
  match st with
  | Turn p l =>
      let after := map (get 0 v) l in
      let w := best p after in
      Some match p with
        | One => {| worth := w; row_shares := sure w after; column_shares := [1] |}
        | Two => {| worth := w; row_shares := [1]; column_shares := sure w after |}
        end
  | _ => M.find at_ stages
  end.

Definition follows (st : state) : list positive :=
  match st with
  | Luck moves => map snd moves
  | _ => map snd (concat (rows_of st))
  end.

(** The values of all states of a list, and the stages of those at which somebody moves. *)
Fixpoint induction (stages : M.t stage) (from : positive) (l : list state)
  : option (M.t Qc * M.t stage) :=
  match l with
  | [] => Some (M.empty _, M.empty _)
  | st :: l =>
      match induction stages (Pos.succ from) l with
      | None => None
      | Some (v, s) =>
          if forallb (fun c => M.mem c v) (follows st) then
            match st with
            | Over q => Some (M.add from q v, s)
            | Luck moves =>
                if forallb above_0 (map fst moves) && sums_to_1 (map fst moves) then
                  Some (M.add from (sum moves (fun e => fst e * get 0 v (snd e))) v, s)
                else None
            | _ =>
                match stage_of stages v from st with
                | None => None
                | Some g =>
                    if stage_holds v st g then Some (M.add from g.(worth) v, M.add from g s)
                    else None
                end
            end
          else None
      end
  end.

Definition check_induction (g : list state) (stages : M.t stage) (value : Qc) : bool :=
  match induction stages 1 g with
  | None => false
  | Some (v, _) =>
      match M.find 1%positive v with Some w => Qc_eq_bool w value | None => false end
  end.
