(* A certificate of backward induction and its state graph, as schemas/induction_certificate.md says
   what they may hold, as the data of the proof. *)

open Verified
open Files

(* ---- The part of YAML that efgc writes, as JSON in which every scalar is text ---- *)

let bad number = refuse (Printf.sprintf "the graph: line %d is not as efgc writes it" number)
let is_letter c = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
let is_plain c = is_letter c || is_digit c || String.contains "_ ./()+=-" c
let words = [ "y"; "n"; "yes"; "no"; "on"; "off"; "true"; "false"; "null"; "nan"; "inf" ]

(* The end of the text in quotes that begins at a byte. *)
let rec quoted number text at =
  if at >= String.length text then bad number
  else
    let hexadecimal count =
      let digit c = is_digit c || (c >= 'a' && c <= 'f') in
      if at + 2 + count > String.length text || not (String.for_all digit (String.sub text (at + 2) count))
      then bad number
      else quoted number text (at + 2 + count)
    in
    match text.[at] with
    | '"' -> at + 1
    | '\\' when at + 1 < String.length text -> (
        match text.[at + 1] with
        | '"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' -> quoted number text (at + 2)
        | 'u' -> hexadecimal 4
        | 'U' -> hexadecimal 8
        | _ -> bad number)
    | ' ' .. '~' -> quoted number text (at + 1)
    | _ -> bad number

(* The end of the scalar that begins at a byte. *)
let scalar number text at =
  let size = String.length text in
  let rec run fits at = if at < size && fits text.[at] then run fits (at + 1) else at in
  let whole at =
    if at < size && text.[at] = '0' then at + 1
    else if at < size && is_digit text.[at] then run is_digit at
    else bad number
  in
  match text.[at] with
  | '"' -> quoted number text (at + 1)
  | c when is_letter c ->
      let rec trimmed stop = if text.[stop - 1] = ' ' then trimmed (stop - 1) else stop in
      let stop = trimmed (run is_plain at) in
      if List.mem (String.lowercase_ascii (String.sub text at (stop - at))) words then bad number;
      stop
  | _ ->
      let stop = whole (if text.[at] = '-' then at + 1 else at) in
      if stop + 1 < size && text.[stop] = '/' && is_digit text.[stop + 1] then whole (stop + 1)
      else stop

(* A scalar as JSON: \U becomes \u, once or for both halves of a pair. *)
let as_json number told =
  if told.[0] <> '"' then "\"" ^ told ^ "\""
  else
    let made = Buffer.create (String.length told) in
    let rec add at =
      if at < String.length told then
        if told.[at] = '\\' && told.[at + 1] = 'U' then (
          let code = int_of_string ("0x" ^ String.sub told (at + 2) 8) in
          if code > 0x10ffff then bad number;
          let unit code = Buffer.add_string made (Printf.sprintf "\\u%04x" code) in
          if code < 0x10000 then unit code
          else (
            unit (0xd800 + ((code - 0x10000) lsr 10));
            unit (0xdc00 + ((code - 0x10000) land 0x3ff)));
          add (at + 10))
        else
          let long = if told.[at] = '\\' then 2 else 1 in
          Buffer.add_string made (String.sub told at long);
          add (at + long)
    in
    add 0;
    Buffer.contents made

(* The value on one line. *)
let flow number text =
  let made = Buffer.create (String.length text) in
  let rec tokens at =
    if at < String.length text then
      match text.[at] with
      | '[' | ']' | '{' | '}' ->
          Buffer.add_char made text.[at];
          tokens (at + 1)
      | (',' | ':') when at + 1 < String.length text && text.[at + 1] = ' ' ->
          Buffer.add_char made text.[at];
          tokens (at + 2)
      | _ ->
          let stop = scalar number text at in
          Buffer.add_string made (as_json number (String.sub text at (stop - at)));
          tokens stop
  in
  tokens 0;
  try Json.parse (Buffer.contents made) with Json.Error _ -> bad number

(* A line: its number, its leading blanks, and the rest. *)
let line number text =
  let rec blanks at = if at < String.length text && text.[at] = ' ' then blanks (at + 1) else at in
  let depth = blanks 0 in
  (number, depth, String.sub text depth (String.length text - depth))

let begins text start =
  String.length text >= String.length start && String.sub text 0 (String.length start) = start

let behind text count = String.sub text count (String.length text - count)

type found = Nothing | Items of Json.t list | Entries of (string * Json.t) list

(* The block with so many leading blanks; also returns the lines behind it. *)
let rec block lines depth =
  if depth > 2 * Json.deepest then refuse "the graph is nested too deeply";
  let seen = Hashtbl.create 16 in
  let rec more found lines =
    match lines with
    | (number, blanks, text) :: rest when blanks >= depth -> (
        if blanks <> depth then bad number;
        match found with
        | (Nothing | Items _) when begins text "- " ->
            let items = match found with Items items -> items | _ -> [] in
            let item, rest =
              if begins text "- - " then block ((number, depth + 2, behind text 2) :: rest) (depth + 2)
              else (flow number (behind text 2), rest)
            in
            more (Items (item :: items)) rest
        | (Nothing | Entries _) when text <> "" && not (begins text "- ") ->
            let entries = match found with Entries entries -> entries | _ -> [] in
            let stop = scalar number text 0 in
            let key =
              match flow number (String.sub text 0 stop) with Json.Text key -> key | _ -> bad number
            in
            if Hashtbl.mem seen key then refuse (Printf.sprintf "the graph: a key stands twice, in line %d" number);
            Hashtbl.add seen key ();
            let value, rest =
              match behind text stop with
              | ":" -> (
                  match rest with
                  | (_, blanks, _) :: _ when blanks >= depth + 2 -> block rest (depth + 2)
                  | _ -> bad number)
              | told when begins told ": " && String.length told > 2 -> (flow number (behind told 2), rest)
              | _ -> bad number
            in
            more (Entries ((key, value) :: entries)) rest
        | _ -> bad number)
    | _ -> (found, lines)
  in
  match more Nothing lines with
  | Nothing, _ -> refuse "the graph has no lines"
  | Items items, rest -> (Json.List (List.rev items), rest)
  | Entries entries, rest -> (Json.Mapping (List.rev entries), rest)

let yaml text =
  let text = if begins text "\xef\xbb\xbf" then behind text 3 else text in
  let size = String.length text in
  expect (size > 0 && text.[size - 1] = '\n' && not (String.contains text '\r'))
    "the graph: lines end with a line feed";
  let lines = String.split_on_char '\n' (String.sub text 0 (size - 1)) in
  let numbered = List.rev (List.rev_map (fun (k, text) -> line k text) (List.mapi (fun k text -> (k + 1, text)) lines)) in
  fst (block numbered 0)

(* ---- The certificate ---- *)

let only_ratio at data =
  match data with Json.Text _ -> ratio at data | _ -> refuse (at ^ ": not an exact number")

let certificate data =
  let find =
    keys "certificate" [ "format"; "version"; "title"; "graph_sha256"; "value"; "stages" ] [ "made" ] data
  in
  expect (text "format" (needed find "format") = "efgc/induction-certificate") "another format";
  expect (Integer.equal (whole "version" (needed find "version")) Integer.one) "the version is not 1";
  ignore (text "title" (needed find "title"));
  let stages = Hashtbl.create 64 in
  let add data =
    let find = keys "stages" [ "state"; "value"; "strategy_1"; "strategy_2" ] [] data in
    let name = text "state" (needed find "state") in
    expect (not (Hashtbl.mem stages name)) "stages: a state stands twice";
    let shares key = list key (only_ratio key) (needed find key) in
    Hashtbl.add stages name
      { worth = only_ratio "value" (needed find "value");
        row_shares = shares "strategy_1";
        column_shares = shares "strategy_2" }
  in
  ignore (list "stages" add (needed find "stages"));
  (text "graph_sha256" (needed find "graph_sha256"), only_ratio "value" (needed find "value"), stages)

(* ---- The graph ---- *)

type named = { follows : string list; made : (string -> Integer.t) -> state; joint : bool }

let zero = q2Qc { qnum = Integer.zero; qden = Integer.one }

let state (one, other) at data =
  let find = keys at [] [ "payoff"; "actor"; "moves"; "at"; "to"; "reward" ] data in
  let count = match data with Json.Mapping entries -> List.length entries | _ -> 0 in
  let has key = find key <> None in
  if has "payoff" then (
    expect (count = 1) (at ^ ": an end with other keys");
    let payoff = only_ratio at (needed find "payoff") in
    { follows = []; made = (fun _ -> Over payoff); joint = false })
  else
    let actor = text "actor" (needed find "actor") in
    let labels data =
      let told = list "moves" (text "moves") data in
      expect (told <> [] && List.length (List.sort_uniq compare told) = List.length told)
        (at ^ ": a player has no move, or a label twice");
      List.length told
    in
    if actor = "joint" then (
      expect (not (has "at")) (at ^ ": an unknown key");
      let first, second = two "moves" (fun labels -> labels) (needed find "moves") in
      let height = labels first and width = labels second in
      let table key item =
        let rows = list key (list key item) (needed find key) in
        expect (List.length rows = height && List.for_all (fun row -> List.length row = width) rows)
          (at ^ ": rows of another shape");
        rows
      in
      let after = table "to" (text "to") in
      let reward =
        if has "reward" then table "reward" (only_ratio "reward")
        else List.map (List.map (fun _ -> zero)) after
      in
      let made place =
        Joint (nat width, List.map2 (List.map2 (fun gain name -> (gain, place name))) reward after)
      in
      { follows = List.concat after; made; joint = true })
    else (
      expect (not (has "to" || has "reward")) (at ^ ": an unknown key");
      let moves = match needed find "moves" with Json.Mapping moves -> moves | _ -> refuse (at ^ ": no moves") in
      expect (moves <> []) (at ^ ": no moves");
      if actor = "chance" then
        let draw (_, data) =
          let find = keys at [ "p"; "to" ] [] data in
          (only_ratio "p" (needed find "p"), text "to" (needed find "to"))
        in
        let draws = List.map draw moves in
        let made place = Luck (List.map (fun (p, name) -> (p, place name)) draws) in
        { follows = List.map snd draws; made; joint = false }
      else
        let mover =
          if actor = one then One else if actor = other then Two else refuse (at ^ ": no such actor, or one with a secret")
        in
        let after = List.map (fun (_, data) -> text "to" data) moves in
        { follows = after; made = (fun place -> Turn (mover, List.map place after)); joint = false })

(* The states in an order in which each comes before those that follow it, the start first. That it
   is such an order is checked by the proved part. *)
let ordered start known =
  let seen = Hashtbl.create 64 in
  let order = ref [] in
  let rec visit name =
    if not (Hashtbl.mem seen name) then (
      Hashtbl.add seen name ();
      (match Hashtbl.find_opt known name with
      | Some state -> List.iter visit state.follows
      | None -> refuse ("the graph: a state is missing: " ^ name));
      order := name :: !order)
  in
  visit start;
  !order

let graph stages data =
  let find =
    keys "the graph" [ "format"; "version"; "title"; "players"; "start"; "states" ]
      [ "made"; "source"; "counts"; "rule" ] data
  in
  expect (text "format" (needed find "format") = "efgc/state-graph") "not a state graph";
  expect (text "version" (needed find "version") = "1") "the graph's version is not 1";
  let players = two "players" (text "players") (needed find "players") in
  let names = [ fst players; snd players; "chance"; "joint"; "secret" ] in
  expect (List.length (List.sort_uniq compare names) = 5) "the graph has not two players";
  let start = text "start" (needed find "start") in
  let known = Hashtbl.create 64 in
  let add (name, data) = Hashtbl.add known name (state players name data) in
  (match needed find "states" with
  | Json.Mapping states -> List.iter add states
  | _ -> refuse "the graph does not list its states");
  let order = ordered start known in
  expect (List.length order = Hashtbl.length known) "the graph: play never reaches a state";
  let places = Hashtbl.create 64 in
  List.iteri (fun k name -> Hashtbl.add places name (Integer.of_int (k + 1))) order;
  let at name = Hashtbl.find known name in
  let joint = List.filter (fun name -> (at name).joint) order in
  expect (List.length joint = Hashtbl.length stages && List.for_all (Hashtbl.mem stages) joint)
    "the stages are not those of the states at which both players move";
  let add m name = PositiveMap.add (Hashtbl.find places name) (Hashtbl.find stages name) m in
  ( List.map (fun name -> (at name).made (Hashtbl.find places)) order,
    List.fold_left add PositiveMap.empty joint )
