import Crypto
import Foundation
import TestSite
import Testing

@testable import WebSurface

/// `opener.html`: one file that needs nothing else, and whose policy allows nothing but what is in it.
@Suite struct OpenerTests {
  private func text(between start: String, and end: String, in page: String) throws -> String {
    let after = try #require(page.range(of: start)).upperBound
    let rest = page[after...], stop = try #require(rest.range(of: end)).lowerBound
    return String(rest[..<stop])
  }
  private func hash(_ text: String) -> String {
    "'sha256-\(Data(SHA256.hash(data: Array(text.utf8))).base64EncodedString())'"
  }

  @Test("built twice it has the same bytes, and its policy names its one script and its one style, and nothing else")
  func policy() throws {
    let page = try Opener.page()
    #expect(try Opener.page() == page)
    let policy = try text(between: "Content-Security-Policy\" content=\"", and: "\"", in: page)
    let script = try text(between: "<script>", and: "</script>", in: page)
    let style = try text(between: "<style>", and: "</style>", in: page)
    #expect(
      policy == """
        default-src 'none'; script-src \(hash(script)); style-src \(hash(style)); form-action 'none'; base-uri 'none'
        """)
    #expect(!page.contains(" src=") && !page.contains("url(") && !page.contains("@import"))
    #expect(page.firstMatch(of: /\{\{[#\/]?\w+\}\}/) == nil, "every place in the template is filled")
    #expect(page.components(separatedBy: "<script").count == 3, "the word list, and the script")
    #expect(page.contains("\nabandon\nability\n") || page.contains(">abandon\nability\n"))
  }

  @Test("it holds the pages' own scripts, line by line, but for what imports and exports") func sources() throws {
    let page = try Opener.page()
    for name in ["compact.js", "wraps.js", "master-keys.js", "copies.js", "words.js", "opener.js"] {
      let source = try String(contentsOfFile: Pages.folder("Public/\(name)"), encoding: .utf8)
      let missing = source.split(separator: "\n").filter { line in
        !page.contains(line) && line.firstMatch(of: /^(import|export|  K, agree|} from)/) == nil
      }
      #expect(missing.isEmpty, "\(name): \(missing)")
    }
  }

  @Test(
    "a script that imports or exports in another way is refused, not left out",
    arguments: [
      "import \"/other.js\";\n", "import name from \"/other.js\";\n", "export default 1;\n", "export { one };\n",
      "export const one = 1;\nexport const one = 2;\n", "export * from \"/other.js\";\n",
    ])
  func forms(_ module: String) {
    #expect(throws: OpenerError.module("one.js")) { try ScriptBundle.text(of: [("one.js", module)]) }
  }

  @Test("a text that would end its element is refused") func ends() {
    #expect(throws: OpenerError.unfit) {
      try Opener.page(template: "", styles: ["</style>"], scripts: [], words: [])
    }
    #expect(throws: OpenerError.unfit) {
      try Opener.page(template: "", styles: [], scripts: [("a.js", "const a = \"</script>\";\n")], words: [])
    }
  }

  @Test("anybody can save it, and it is never shown as a page of this site") func served() async throws {
    try await withSite { site in
      let answer = try await Visitor(site).get("/opener.html", accept: "text/html")
      #expect(try answer.status == 200 && answer.text == Opener.page())
      #expect(answer.header("content-disposition") == "attachment; filename=\"opener.html\"")
    }
  }
}
