(* JSON in UTF-8, read strictly: no key twice in a mapping, no NaN, no deep nesting. Numbers stay the
   text that they are. *)

type t =
  | Null
  | Bool of bool
  | Whole of string (* A number without point and exponent. *)
  | Decimal of string (* Any other number. *)
  | Text of string
  | List of t list
  | Mapping of (string * t) list

exception Error of string

let deepest = 500

let fail at words = raise (Error (Printf.sprintf "not JSON as it should be: %s, at byte %d" words at))

(* The length of the character of UTF-8 that begins at a byte; 0 if there is none. Neither a longer
   form than necessary nor half of a surrogate pair is a character. *)
let utf8_length text at =
  let size = String.length text in
  let byte k = Char.code text.[k] in
  let follows k least most = k < size && byte k >= least && byte k <= most in
  let rest from count =
    let rec all k = k = count || (follows (from + k) 0x80 0xbf && all (k + 1)) in
    all 0
  in
  let first = byte at in
  if first < 0x80 then 1
  else if first >= 0xc2 && first <= 0xdf then if rest (at + 1) 1 then 2 else 0
  else if first >= 0xe0 && first <= 0xef then
    let least = if first = 0xe0 then 0xa0 else 0x80 and most = if first = 0xed then 0x9f else 0xbf in
    if follows (at + 1) least most && rest (at + 2) 1 then 3 else 0
  else if first >= 0xf0 && first <= 0xf4 then
    let least = if first = 0xf0 then 0x90 else 0x80 and most = if first = 0xf4 then 0x8f else 0xbf in
    if follows (at + 1) least most && rest (at + 2) 2 then 4 else 0
  else 0

(* Add a code point in UTF-8; halves of surrogate pairs, which JSON may name, in the same way. *)
let add_code buffer code =
  let add byte = Buffer.add_char buffer (Char.chr byte) in
  if code < 0x80 then add code
  else if code < 0x800 then (
    add (0xc0 lor (code lsr 6));
    add (0x80 lor (code land 0x3f)))
  else if code < 0x10000 then (
    add (0xe0 lor (code lsr 12));
    add (0x80 lor ((code lsr 6) land 0x3f));
    add (0x80 lor (code land 0x3f)))
  else (
    add (0xf0 lor (code lsr 18));
    add (0x80 lor ((code lsr 12) land 0x3f));
    add (0x80 lor ((code lsr 6) land 0x3f));
    add (0x80 lor (code land 0x3f)))

let parse text =
  let size = String.length text in
  let at = ref (if size >= 3 && String.sub text 0 3 = "\xef\xbb\xbf" then 3 else 0) in
  let peek () = if !at < size then text.[!at] else '\000' in
  let next () = if !at >= size then fail !at "it ends too early" else incr at in
  let rec blanks () =
    match peek () with
    | ' ' | '\t' | '\n' | '\r' -> incr at; blanks ()
    | _ -> ()
  in
  let expect c = if !at < size && text.[!at] = c then incr at else fail !at (Printf.sprintf "no %C" c) in
  let word w value =
    let long = String.length w in
    if !at + long <= size && String.sub text !at long = w then (at := !at + long; value)
    else fail !at "no value"
  in
  let hex4 () =
    let digit c =
      match c with
      | '0' .. '9' -> Char.code c - 48
      | 'a' .. 'f' -> Char.code c - 87
      | 'A' .. 'F' -> Char.code c - 55
      | _ -> fail !at "no hexadecimal digit"
    in
    let rec read count code =
      if count = 0 then code
      else (
        let d = digit (peek ()) in
        next ();
        read (count - 1) ((code * 16) + d))
    in
    read 4 0
  in
  let string () =
    expect '"';
    let buffer = Buffer.create 16 in
    let rec read () =
      if !at >= size then fail !at "a text does not end"
      else
        match text.[!at] with
        | '"' -> incr at
        | '\\' -> incr at; escape (); read ()
        | c when Char.code c < 0x20 -> fail !at "a control character"
        | _ ->
            let long = utf8_length text !at in
            if long = 0 then fail !at "not UTF-8";
            Buffer.add_string buffer (String.sub text !at long);
            at := !at + long;
            read ()
    and escape () =
      let c = peek () in
      next ();
      match c with
      | '"' | '\\' | '/' -> Buffer.add_char buffer c
      | 'b' -> Buffer.add_char buffer '\b'
      | 'f' -> Buffer.add_char buffer '\012'
      | 'n' -> Buffer.add_char buffer '\n'
      | 'r' -> Buffer.add_char buffer '\r'
      | 't' -> Buffer.add_char buffer '\t'
      | 'u' ->
          let code = hex4 () in
          let pair = code >= 0xd800 && code <= 0xdbff && !at + 1 < size && text.[!at] = '\\' && text.[!at + 1] = 'u' in
          if not pair then add_code buffer code
          else (
            let here = !at in
            at := here + 2;
            let low = hex4 () in
            if low >= 0xdc00 && low <= 0xdfff then
              add_code buffer (0x10000 + ((code - 0xd800) lsl 10) + (low - 0xdc00))
            else (
              add_code buffer code;
              at := here))
      | _ -> fail !at "an unknown escape"
    in
    read ();
    Buffer.contents buffer
  in
  let number () =
    let from = !at in
    let rec digits () = match peek () with '0' .. '9' -> incr at; digits () | _ -> () in
    let some () = match peek () with '0' .. '9' -> digits () | _ -> fail !at "no digit" in
    if peek () = '-' then incr at;
    if peek () = '0' then incr at else some ();
    let whole = !at in
    if peek () = '.' then (incr at; some ());
    (match peek () with
    | 'e' | 'E' ->
        incr at;
        (match peek () with '+' | '-' -> incr at | _ -> ());
        some ()
    | _ -> ());
    let told = String.sub text from (!at - from) in
    if whole = !at then Whole told else Decimal told
  in
  let rec value depth =
    if depth > deepest then fail !at "it is nested too deeply";
    blanks ();
    match peek () with
    | '{' ->
        incr at;
        let seen = Hashtbl.create 8 in
        let entry () =
          blanks ();
          let key = string () in
          if Hashtbl.mem seen key then fail !at "a key stands twice";
          Hashtbl.add seen key ();
          blanks ();
          expect ':';
          let found = value (depth + 1) in
          (key, found)
        in
        Mapping (items '}' entry)
    | '[' -> incr at; List (items ']' (fun () -> value (depth + 1)))
    | '"' -> Text (string ())
    | '-' | '0' .. '9' -> number ()
    | 't' -> word "true" (Bool true)
    | 'f' -> word "false" (Bool false)
    | 'n' -> word "null" Null
    | _ -> fail !at "no value"
  and items : 'a. char -> (unit -> 'a) -> 'a list =
   fun close item ->
    blanks ();
    if !at < size && text.[!at] = close then (incr at; [])
    else
      let rec more found =
        blanks ();
        if !at < size && text.[!at] = ',' then (
          incr at;
          more (item () :: found))
        else (
          expect close;
          List.rev found)
      in
      more [ item () ]
  in
  let found = value 0 in
  blanks ();
  if !at < size then fail !at "more than one value";
  found
