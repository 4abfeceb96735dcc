(* The program: efgc-verified CERTIFICATE GAME, or efgc-verified - for pairs of files on stdin.

   On stdin a pair is a line with the two lengths in bytes and then both files. The answer to each
   pair is one line, which begins with "proved" or "rejected". Exit codes of a single pair: 0 proved,
   5 rejected, 1 a file that cannot be opened, 2 usage. *)

open Verified

exception Rejected of string

let words (q : qc) =
  let above = Integer.to_string q.qnum in
  if Integer.equal q.qden Integer.one then above else above ^ "/" ^ Integer.to_string q.qden

let judge certificate game =
  try
    let digest, claim, refined = Files.certificate (Json.parse certificate) in
    let found = Sha256.hex game in
    if digest <> found then raise (Rejected ("belongs to another game, not to " ^ found));
    let played = Files.game (Json.parse game) in
    if not (check played claim) then
      raise (Rejected "the verified checker rejects its strategies or bounds, or the game");
    let proved =
      match claim.value with
      | Some v -> "the value is " ^ words v
      | None -> Printf.sprintf "the value lies from %s to %s" (words claim.lower) (words claim.upper)
    in
    Ok (if refined then proved ^ "; the refinement is not checked" else proved)
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
