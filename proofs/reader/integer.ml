(* The integers of zarith, by a name that Coq's library does not have. *)

include Z
