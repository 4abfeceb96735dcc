(** The checker as a program in OCaml, with the integers of the library zarith.

    The standard mapping of Coq's integers to zarith's, with two functions that are quicker: looking
    at the last bit of a number, and reducing a fraction. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlZBigInt.
From Coq Require Import PArith ZArith QArith Qcanon FMapPositive.
From Efgc Require Import Game Certificate Checker PublicGame PublicChecker.

Extract Inductive positive => "Big_int_Z.big_int"
  [ "(fun p -> Integer.succ (Integer.shift_left p 1))" "(fun p -> Integer.shift_left p 1)" "Integer.one" ]
  "(fun odd even one p ->
    if Integer.equal p Integer.one then one ()
    else if Integer.is_odd p then odd (Integer.shift_right p 1) else even (Integer.shift_right p 1))".

Extract Constant Z.ggcd => "(fun a b ->
  let g = Integer.gcd a b in
  if Integer.equal g Integer.zero then (g, (a, b)) else (g, (Integer.divexact a g, Integer.divexact b g)))".

(* The library's finite maps come with proofs that do not run; a warning would name them. *)
Set Warnings "-extraction-opaque-accessed".

Extraction "verified.ml" check check_induction Q2Qc PositiveMap.add PositiveMap.empty.
