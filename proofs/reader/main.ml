(* The program: efgc-verified CERTIFICATE GAME, with a state graph in the place of the game for
   certificates of backward induction, or efgc-verified - for pairs of files on stdin.

   On stdin a pair is a line with the two lengths in bytes and then both files. The answer to each
   pair is one line, which begins with "proved" or "rejected". Exit codes of a single pair: 0 proved,
   5 rejected, 1 a file that cannot be opened, 2 usage. *)

open Verified

exception Rejected of string

let words (q : qc) =
  let above = Integer.to_string q.qnum in
  if Integer.equal q.qden Integer.one then above else above ^ "/" ^ Integer.to_string q.qden

let expect_digest told file =
  let found = Sha256.hex file in
  if told <> found then raise (Rejected ("belongs to another file, not to " ^ found))

let of_game data game =
  let digest, claim, refined = Files.certificate data in
  expect_digest digest game;
  if not (check (Files.game (Json.parse game)) claim) then
    raise (Rejected "the verified checker rejects its strategies or bounds, or the game");
  let proved =
    match claim.value with
    | Some v -> "the value is " ^ words v
    | None -> Printf.sprintf "the value lies from %s to %s" (words claim.lower) (words claim.upper)
  in
  if refined then proved ^ "; the refinement is not checked" else proved

let of_graph data graph =
  let digest, value, stages = Graph.certificate data in
  expect_digest digest graph;
  let states, stages = Graph.graph stages (Graph.yaml graph) in
  if not (check_induction states stages value) then
    raise (Rejected "the verified checker rejects its values or strategies, or the graph");
  "the value is " ^ words value

let judge certificate base =
  try
    match Json.parse certificate with
    | Json.Mapping entries as data
      when List.assoc_opt "format" entries = Some (Json.Text "efgc/induction-certificate") ->
        Ok (of_graph data base)
    | data -> Ok (of_game data base)
  with
  | Rejected reason -> Error reason
  | Json.Error reason | Files.Refused reason -> Error ("cannot be read: " ^ reason)
  | Stack_overflow -> Error "cannot be read: it needs more stack than there is"

let read path =
  let file = open_in_bin path in
  let text = really_input_string file (in_channel_length file) in
  close_in file;
  text

(* Print the answer; return whether it is a proof. *)
let answer certificate game =
  match judge certificate game with
  | Ok proved -> print_endline ("proved " ^ proved); true
  | Error reason -> print_endline ("rejected " ^ reason); false

let rec pairs () =
  match input_line stdin with
  | exception End_of_file -> ()
  | line ->
      let certificate, game =
        Scanf.sscanf line "%u %u" (fun one two ->
            let certificate = really_input_string stdin one in
            (certificate, really_input_string stdin two))
      in
      ignore (answer certificate game);
      pairs ()

let () =
  set_binary_mode_in stdin true;
  match Sys.argv with
  | [| _; "-" |] -> pairs ()
  | [| _; certificate; game |] -> (
      match (read certificate, read game) with
      | certificate, game -> if not (answer certificate game) then exit 5
      | exception Sys_error reason -> prerr_endline reason; exit 1)
  | _ -> prerr_endline "usage: efgc-verified CERTIFICATE GAME"; exit 2
