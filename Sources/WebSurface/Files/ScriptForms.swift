/// The forms of import and export that our own scripts use (ECMA-262 §16.2). An expression is read each time that its
/// line is reached, which takes far longer than a match, so these are made once for all modules.
struct ScriptForms {
  let unfinished = #/(?:import|export) \{[^;]*/#
  let run = #/import "\.?/(.+?)";/#
  let whole = #/import \* as (\w+) from "\.?/(.+?)";/#
  let names = #/import \{([^}]*)\} from "\.?/(.+?)";/#
  let passedOn = #/export \{([^}]*)\} from "\.?/(.+?)";/#
  let unpacked = #/export (const \{([\w, ]+)\} = .*)/#
  let declared = #/export ((?:(?:async )?function|class|const) (\w+).*)/#
  let waiting = #/(?:[^\s/].*\b)?await\b.*/#
}
