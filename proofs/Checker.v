(** The checker: a function from a game and a certificate to yes or no.

    It follows the steps of schemas/certificate.md, and is what is extracted and run. What it
    computes is explained here; that it can be believed is proved in the files after this one. *)

From Coq Require Import List PArith QArith Qcanon FMapPositive.
From Efgc Require Import Sums Game Certificate Sequence.
Import ListNotations.
Open Scope Qc_scope.

(** ** How nodes are reached

    A way to a node: the sequences of player 1 and of player 2 that may end right before it, and the
    probability of the moves of chance, which is the same for each pair of these sequences. *)

Record way := { first : list sequence; second : list sequence; weight : Qc }.

(** The pairs of sequences of a way, as keys, each with the weight. *)
Definition pairs (w : way) : list (positive * Qc) :=
  flat_map (fun s => map (fun t => (pair_code (code s) (code t), w.(weight))) w.(second))
    w.(first).

Definition negated (terms : list (positive * Qc)) : list (positive * Qc) :=
  map (fun e => (fst e, - snd e)) terms.

(** Whether several ways together give each pair the same weight as one way does. *)
Definition joins (ways : list way) (w : way) : bool :=
  every (fun _ q => Qc_eq_bool q 0)
    (collect (negated (pairs w)) (collect (flat_map pairs ways) (M.empty _))).

(** Sequences without repetition, in the order of their codes. *)
Definition distinct (l : list sequence) : list sequence :=
  values (fold_left (fun m s => M.add (code s) s m) l (M.empty _)).

(** A guess of the one way that several ways add up to. *)
Definition merged (ways : list way) : way :=
  let firsts := distinct (flat_map first ways) in
  let seconds := distinct (flat_map second ways) in
  let key := pair_code (code (hd Start firsts)) (code (hd Start seconds)) in
  {| first := firsts; second := seconds;
     weight := get 0 (collect (flat_map pairs ways) (M.empty _)) key |}.

Definition join (ways : list way) : option way :=
  match ways with
  | [] => None
  | [w] => Some w
  | _ => let w := merged ways in if joins ways w then Some w else None
  end.

(** ** The walk over the nodes, from the root to the ends *)

Record walk_state := {
  (* By information set its player's sequences that may end right before it. *)
  parents : M.t (list sequence);
  (* The information sets in the order of the first visits, the last one first. *)
  visited : list positive;
  (* By node the ways to it that are known so far. *)
  pending : M.t (list way);
  (* The ways to the terminal nodes, whose weights are multiplied by the payoffs. *)
  ends : list way
}.

Definition at_root : walk_state := {|
  parents := M.empty _;
  visited := [];
  pending := M.add 1%positive [{| first := [Start]; second := [Start]; weight := 1 |}] (M.empty _);
  ends := []
|}.

(** Add ways to children of the node [v], which must come after it. *)
Fixpoint send (v : positive) (ways : list (positive * way)) (m : M.t (list way))
  : option (M.t (list way)) :=
  match ways with
  | [] => Some m
  | (c, w) :: ways =>
      if Pos.ltb v c then send v ways (M.add c (w :: get [] m c) m) else None
  end.

(** Perfect recall: whoever comes to an information set has the same own sequences behind it. *)
Definition recall (i : positive) (own : list sequence) (s : walk_state) : option walk_state :=
  match M.find i s.(parents) with
  | Some known => if all_same known own then Some s else None
  | None =>
      if Pos.eqb i (match s.(visited) with [] => 1 | j :: _ => Pos.succ j end) then
        Some {| parents := M.add i own s.(parents); visited := i :: s.(visited);
                pending := s.(pending); ends := s.(ends) |}
      else None
  end.

Definition sums_to_1 (l : list Qc) : bool := Qc_eq_bool (sum l (fun p => p)) 1.
Definition above_0 (p : Qc) : bool := negb (leb p 0).

Definition after (p : player) (i a : positive) (w : way) : way :=
  match p with
  | One => {| first := [After i a]; second := w.(second); weight := w.(weight) |}
  | Two => {| first := w.(first); second := [After i a]; weight := w.(weight) |}
  end.

Definition with_pending (s : walk_state) (m : M.t (list way)) : walk_state :=
  {| parents := s.(parents); visited := s.(visited); pending := m; ends := s.(ends) |}.

(** Go through the node [v], whose ways are all known. *)
Definition step (g : game) (v : positive) (n : node) (s : walk_state) : option walk_state :=
  match join (get [] s.(pending) v) with
  | None => None
  | Some w =>
      let rest := M.add v [] s.(pending) in
      match n with
      | Terminal q => Some {|
          parents := s.(parents); visited := s.(visited); pending := rest;
          ends := {| first := w.(first); second := w.(second); weight := w.(weight) * q |}
            :: s.(ends) |}
      | Random moves =>
          if forallb above_0 (map fst moves) && sums_to_1 (map fst moves) then
            option_map (with_pending s)
              (send v (map (fun e => (snd e, {| first := w.(first); second := w.(second);
                weight := fst e * w.(weight) |})) moves) rest)
          else None
      | Decision i l =>
          match M.find i g.(infosets) with
          | None => None
          | Some (p, actions) =>
              let own := match p with One => w.(first) | Two => w.(second) end in
              if Nat.eqb (length l) actions then
                match recall i own s with
                | None => None
                | Some s =>
                    option_map (with_pending s)
                      (send v (map (fun e => (snd e, after p i (fst e) w)) (number 1 l)) rest)
                end
              else None
          end
      end
  end.

Fixpoint walk (g : game) (v : positive) (l : list node) (s : walk_state) : option walk_state :=
  match l with
  | [] => Some s
  | n :: l => match step g v n s with None => None | Some s => walk g (Pos.succ v) l s end
  end.

(** What has to hold after the walk: no way leads to a node that the file does not have, every
    information set was visited, and sequences end at earlier information sets. *)
Definition earlier (i : positive) (s : sequence) : bool :=
  match s with Start => true | After j _ => Pos.ltb j i end.

Definition complete (g : game) (s : walk_state) : bool :=
  every (fun _ ways => match ways with [] => true | _ => false end) s.(pending)
  && every (fun i _ => M.mem i s.(parents)) g.(infosets)
  && every (fun i own => forallb (earlier i) own) s.(parents).

(** ** The strategies *)

Definition same_player (p q : player) : bool :=
  match p, q with One, One => true | Two, Two => true | _, _ => false end.

(** Whether a table is a strategy of a player: it has all the player's information sets and no
    other, with one probability for each action. *)
Definition is_strategy (g : game) (p : player) (t : table) : bool :=
  every (fun i shares =>
    match M.find i g.(infosets) with
    | Some (q, actions) => same_player p q && Nat.eqb (length shares) actions
        && forallb (leb 0) shares && sums_to_1 shares
    | None => false
    end) t
  && every (fun i e => negb (same_player p (fst e)) || M.mem i t) g.(infosets).

(** The realization weight of a sequence, given how much its player comes to each information
    set. *)
Definition realized (t : table) (reach : M.t Qc) (s : sequence) : Qc :=
  match s with Start => 1 | After i a => get 0 reach i * share t i a end.

(** How much the player of a strategy comes to each of its information sets. *)
Definition reaches (t : table) (s : walk_state) : M.t Qc :=
  fold_right (fun i m =>
    if M.mem i t then M.add i (sum (get [] s.(parents) i) (realized t m)) m else m)
    (M.empty _) s.(visited).

Definition consistent (t : table) (s : walk_state) (reach : M.t Qc) : bool :=
  every (fun i _ => Qc_eq_bool (get 0 reach i) (sum (get [] s.(parents) i) (realized t reach))) t.

(** ** Best responses

    Every sequence of the opponent has a number: what it adds to the payoff. In the end the
    opponent's information sets are taken from the last to the first: the least number of the
    actions of one is taken from all its actions, and given to all sequences before it. *)

Record gain := { own : list sequence; amount : Qc }.

Definition spread (e : gain) : list (positive * Qc) :=
  map (fun s => (code s, e.(amount))) e.(own).

Definition least (l : list Qc) : Qc :=
  match l with
  | [] => 0
  | p :: l => fold_left (fun p q => if leb p q then p else q) l p
  end.

(** What the move of the number [v] from the actions of an information set to the sequences before
    it adds to each sequence. *)
Definition moved (s : walk_state) (i : positive) (actions : nat) (v : Qc) : list (positive * Qc) :=
  map (fun a => (code (After i a), - v)) (upto 1 actions)
  ++ map (fun p => (code p, v)) (get [] s.(parents) i).

Definition respond (g : game) (opponent : player) (s : walk_state) (m : M.t Qc) : M.t Qc :=
  fold_left (fun m i =>
    match M.find i g.(infosets) with
    | Some (p, actions) =>
        if same_player opponent p then
          let v := least (map (fun a => get 0 m (code (After i a))) (upto 1 actions)) in
          collect (moved s i actions v) m
        else m
    | None => m
    end) s.(visited) m.

(** Whether the opponent cannot bring the sum of all gains below a bound. *)
Definition guarantees (g : game) (opponent : player) (s : walk_state) (gains : list gain)
  (bound : Qc) : bool :=
  let m := respond g opponent s (collect (flat_map spread gains) (M.empty _)) in
  every (fun k q => Pos.eqb k (code Start) || leb 0 q) m && leb bound (get 0 m (code Start)).

(** What the opponent's sequences gain for the player of a strategy. *)
Definition gains_of (p : player) (t : table) (reach : M.t Qc) (ends : list way) : list gain :=
  map (fun w => match p with
    | One => {| own := w.(second); amount := w.(weight) * sum w.(first) (realized t reach) |}
    | Two => {| own := w.(first); amount := - (w.(weight) * sum w.(second) (realized t reach)) |}
    end) ends.

Definition other (p : player) : player := match p with One => Two | Two => One end.

Definition check_strategy (g : game) (s : walk_state) (p : player) (t : table) (bound : Qc)
  : bool :=
  let reach := reaches t s in
  is_strategy g p t && consistent t s reach
  && guarantees g (other p) s (gains_of p t reach s.(ends)) bound.

(** ** The checker *)

Definition single (entries : list (positive * list Qc)) (t : table) : bool :=
  Nat.eqb (length entries) (M.cardinal t).

Definition check (g : game) (c : certificate) : bool :=
  match walk g 1 g.(nodes) at_root with
  | None => false
  | Some s =>
      let first := table_of c.(first_strategy) in
      let second := table_of c.(second_strategy) in
      complete g s
      && match c.(value) with
         | None => true
         | Some v => Qc_eq_bool v c.(lower) && Qc_eq_bool v c.(upper)
         end
      && single c.(first_strategy) first && single c.(second_strategy) second
      && check_strategy g s One first c.(lower)
      && check_strategy g s Two second (- c.(upper))
  end.
