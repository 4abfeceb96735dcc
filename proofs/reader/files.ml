(* The two files, as schemas/certificate.md says what they may hold, as the data of the proof.
   Everything that could be read in two ways is refused. *)

open Verified

exception Refused of string

let refuse words = raise (Refused words)
let expect holds words = if not holds then refuse words

(* ---- Numbers ---- *)

let is_digit c = c >= '0' && c <= '9'
let digits text = text <> "" && String.for_all is_digit text

(* A fraction of two texts of digits, with a sign. *)
let fraction negative above below =
  let above = Integer.of_string above and below = Integer.of_string below in
  { qnum = (if negative then Integer.neg above else above); qden = below }

let without_sign signs text =
  if text <> "" && List.mem text.[0] signs then
    (text.[0] = '-', String.sub text 1 (String.length text - 1))
  else (false, text)

let halves c text =
  match String.index_opt text c with
  | None -> None
  | Some k -> Some (String.sub text 0 k, String.sub text (k + 1) (String.length text - k - 1))

(* digits ["/" digits], the second ones not 0 *)
let ratio_of negative text =
  match halves '/' text with
  | None -> if digits text then Some (fraction negative text "1") else None
  | Some (above, below) ->
      if digits above && digits below && String.exists (fun c -> c <> '0') below then
        Some (fraction negative above below)
      else None

let power text =
  let negative, size = without_sign [ '+'; '-' ] text in
  if digits size && String.length size <= 3 && int_of_string ("0u" ^ size) <= 400 then
    Some (if negative then -int_of_string ("0u" ^ size) else int_of_string ("0u" ^ size))
  else None

(* (digits ["." {digit}] | "." digits) [("e" | "E") power] *)
let decimal_of negative text =
  let mantissa, exponent =
    match halves 'e' (String.lowercase_ascii text) with
    | None -> (text, Some 0)
    | Some (mantissa, exponent) -> (mantissa, power exponent)
  in
  let whole, part = match halves '.' mantissa with None -> (mantissa, "") | Some both -> both in
  match exponent with
  | Some exponent when digits (whole ^ part) && (whole <> "" || part <> "") ->
      let shift = exponent - String.length part in
      let zeros count = "1" ^ String.make (max 0 count) '0' in
      let scaled = Integer.mul (Integer.of_string (whole ^ part)) (Integer.of_string (zeros shift)) in
      let scaled = if negative then Integer.neg scaled else scaled in
      Some { qnum = scaled; qden = Integer.of_string (zeros (-shift)) }
  | _ -> None

let number reader signs at data =
  let found =
    match data with
    | Json.Text told | Json.Whole told | Json.Decimal told ->
        let negative, text = without_sign signs told in
        reader negative text
    | _ -> None
  in
  match found with Some q -> q2Qc q | None -> refuse (at ^ ": not an exact number")

let ratio = number ratio_of [ '-' ]

let exact =
  number
    (fun negative text ->
      match ratio_of negative text with None -> decimal_of negative text | found -> found)
    [ '+'; '-' ]

(* ---- Forms ---- *)

let text at = function Json.Text told -> told | _ -> refuse (at ^ ": not a text")
let whole at = function Json.Whole told -> Integer.of_string told | _ -> refuse (at ^ ": not a whole number")
let list at item = function Json.List items -> List.map item items | _ -> refuse (at ^ ": not a list")
let any_mapping at = function Json.Mapping _ -> () | _ -> refuse (at ^ ": not a mapping")

let two at item data =
  match list at item data with [ a; b ] -> (a, b) | _ -> refuse (at ^ ": not two")

(* The entries of a mapping with these keys: all of the first, any of the second. *)
let keys at needed others = function
  | Json.Mapping entries ->
      let known key = List.mem key needed || List.mem key others in
      expect
        (List.for_all (fun (key, _) -> known key) entries
        && List.for_all (fun key -> List.mem_assoc key entries) needed)
        (at ^ ": a key is missing or unknown");
      fun key -> List.assoc_opt key entries
  | _ -> refuse (at ^ ": not a mapping")

let needed find key = match find key with Some data -> data | None -> refuse (key ^ " is missing")
let optional find key item = Option.iter (fun data -> item key data) (find key)

let header find format =
  expect (text "format" (needed find "format") = format) ("the format is not " ^ format);
  expect (Integer.equal (whole "version" (needed find "version")) Integer.one) "the version is not 1";
  ignore (text "title" (needed find "title"));
  optional find "made" any_mapping

(* A number of the file, from 0, as one of the proof, from 1. *)
let from_1 at number =
  expect (Integer.sign number >= 0) (at ^ ": below 0");
  Integer.succ number

(* ---- The certificate ---- *)

let played key item at data =
  let find = keys at [ "information_set"; key ] [] data in
  (whole at (needed find "information_set"), list key item (needed find key))

let strategy entries =
  List.map (fun (at, shares) -> (from_1 "information_set" at, shares)) entries

let certificate data =
  let find =
    keys "certificate"
      [ "format"; "version"; "title"; "game_sha256"; "value"; "lower_bound"; "upper_bound"; "strategies" ]
      [ "refinement"; "made" ] data
  in
  header find "efgc/certificate";
  let refined key data =
    let find = keys key [ "concept"; "trembles" ] [] data in
    ignore (text "concept" (needed find "concept"));
    let trembles = list "trembles" (played "weights" (list "weights" (ratio "weights")) "trembles") in
    ignore (two "trembles" trembles (needed find "trembles"))
  in
  optional find "refinement" refined;
  let probabilities = played "probabilities" (ratio "probabilities") "strategies" in
  let one, two = two "strategies" (list "strategies" probabilities) (needed find "strategies") in
  let proved = match needed find "value" with Json.Null -> None | data -> Some (ratio "value" data) in
  let bound key = ratio key (needed find key) in
  ( text "game_sha256" (needed find "game_sha256"),
    { value = proved;
      lower = bound "lower_bound";
      upper = bound "upper_bound";
      first_strategy = strategy one;
      second_strategy = strategy two },
    find "refinement" <> None )

(* ---- The game ---- *)

let rec nat count = if count = 0 then O else S (nat (count - 1))
let at_place at order number = expect (Integer.equal number (Integer.of_int order)) (at ^ ": out of order")

let infoset order data =
  let find = keys "information_sets" [ "information_set"; "player"; "actions" ] [ "state"; "sees" ] data in
  at_place "information_sets" order (whole "information_set" (needed find "information_set"));
  let labels key data = ignore (list key (text key) data) in
  optional find "state" (fun key data -> ignore (text key data));
  optional find "sees" labels;
  let player =
    match needed find "player" with
    | Json.Whole "1" -> One
    | Json.Whole "2" -> Two
    | _ -> refuse "player: not 1 or 2"
  in
  (player, nat (List.length (list "actions" (text "actions") (needed find "actions"))))

let node order data =
  let find =
    keys "nodes" [ "node" ]
      [ "payoff"; "chance"; "probabilities"; "information_set"; "children" ] data
  in
  at_place "nodes" order (whole "node" (needed find "node"));
  let children () =
    list "children" (fun c -> from_1 "children" (whole "children" c)) (needed find "children")
  in
  let others = match data with Json.Mapping entries -> List.length entries - 1 | _ -> 0 in
  match (find "payoff", find "chance", find "information_set") with
  | Some payoff, None, None when others = 1 -> Terminal (exact "payoff" payoff)
  | None, Some labels, None when others = 3 ->
      let labels = list "chance" (text "chance") labels in
      let shares = list "probabilities" (exact "probabilities") (needed find "probabilities") in
      let children = children () in
      expect
        (List.compare_lengths shares children = 0 && List.compare_lengths shares labels = 0)
        "a node of chance has not one probability and child per label";
      Random (List.combine shares children)
  | None, None, Some at when others = 2 ->
      Decision (from_1 "information_set" (whole "information_set" at), children ())
  | _ -> refuse "nodes: an unknown kind"

let game data =
  let find =
    keys "game"
      [ "format"; "version"; "title"; "players"; "information_sets"; "nodes" ]
      [ "source"; "counts"; "places"; "states"; "constant"; "made" ] data
  in
  header find "efgc/game";
  ignore (two "players" (text "players") (needed find "players"));
  List.iter (fun key -> optional find key any_mapping) [ "source"; "counts"; "places" ];
  optional find "states" (fun key data -> ignore (whole key data));
  optional find "constant" (fun key data -> ignore (exact key data));
  let numbered key item data =
    match data with Json.List items -> List.mapi item items | _ -> refuse (key ^ ": not a list")
  in
  let sets = numbered "information_sets" infoset (needed find "information_sets") in
  let add (m, i) set = (PositiveMap.add i set m, Integer.succ i) in
  { infosets = fst (List.fold_left add (PositiveMap.empty, Integer.one) sets);
    nodes = numbered "nodes" node (needed find "nodes") }
