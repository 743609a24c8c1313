/// Turns modules (ECMA-262 §16.2) into one script: each becomes a function that returns what the module exports. It
/// understands the forms that our own scripts use, and refuses every other.
enum ScriptBundle {
  /// - Parameter modules: Each module after those that it imports.
  static func text(of modules: [(name: String, text: String)]) throws(OpenerError) -> String {
    var text = "\"use strict\";\n{\nconst modules = {};\n"
    for (name, module) in modules { text += try function(of: module, named: name) }
    return text + "}\n"
  }

  private static func function(of module: String, named name: String) throws(OpenerError) -> String {
    var exports: [String] = []
    var text = module.replacing(#/^import \* as (\w+) from "\.?/(.+?)";$/#.anchorsMatchLineEndings()) { found in
      "const \(found.1) = modules[\"\(found.2)\"];"
    }
    text.replace(#/^import \{([^}]*)\} from "\.?/(.+?)";$/#.anchorsMatchLineEndings()) { found in
      "const {\(found.1.replacing(" as ", with: ": "))} = modules[\"\(found.2)\"];"
    }
    text.replace(#/^export \{([^}]*)\} from "\.?/(.+?)";$/#.anchorsMatchLineEndings()) { found in
      // The module may import the same names for itself.
      exports += names(in: found.1).map { "\($0): modules[\"\(found.2)\"].\($0)" }
      return ""
    }
    text.replace(#/^export ((?:async )?function|class|const) (\w+)/#.anchorsMatchLineEndings()) { found in
      exports.append(String(found.2))
      return "\(found.1) \(found.2)"
    }
    guard text.firstMatch(of: #/^(import|export)\b/#.anchorsMatchLineEndings()) == nil,
      Set(exports).count == exports.count
    else { throw .module(name) }
    return "modules[\"\(name)\"] = (() => {\n\(text)return { \(exports.joined(separator: ", ")) };\n})();\n"
  }

  private static func names(in list: Substring) -> [String] {
    list.split { $0 == "," || $0.isWhitespace }.map(String.init)
  }
}
