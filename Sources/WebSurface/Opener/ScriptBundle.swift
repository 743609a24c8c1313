/// Turns modules (ECMA-262 §16.2) into one script: each becomes a function that returns what the module exports.
enum ScriptBundle {
  /// - Parameter modules: Each module after those that it imports.
  static func text(of modules: [(name: String, text: String)]) throws(OpenerError) -> String {
    let forms = ScriptForms()
    var text = "\"use strict\";\n{\nconst modules = {};\n", known: Set<String> = []
    for (name, module) in modules {
      let module = try ScriptModule(name, module, in: forms)
      guard known.isSuperset(of: module.imports) else { throw .module(name) }
      known.insert(name)
      text += module.function
    }
    return text + "}\n"
  }
}
