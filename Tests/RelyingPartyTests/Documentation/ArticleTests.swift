import Foundation
import Testing

/// Checks the documentation against the sources: the code it shows is compiled, and the symbols it names exist.
@Suite struct ArticleTests {
  @Test(
    "every block of Swift in the documentation stands, line by line, in a file that is compiled", arguments: Article.all
  )
  func code(_ article: Article) throws {
    for block in article.blocks {
      let source = try #require(
        block.source, "the block in line \(block.firstLine) of \(article.path) does not say where it is from")
      let isInTarget = Self.compiledFolders.contains { source.hasPrefix($0) }
      #expect(isInTarget, "nothing compiles \(source)")
      #expect(
        block.lines.stands(in: Article.lines(of: source)),
        "the block in line \(block.firstLine) of \(article.path) is not in \(source)")
    }
  }

  @Test("the article about registering and signing in shows all the code, in at most 40 lines")
  func short() throws {
    let article = try #require(Article.all.first { $0.path.hasSuffix("RegisterAndSignIn.md") })
    let longest = try #require(article.blocks.max { $0.lines.count < $1.lines.count }),
      source = try #require(longest.source)
    #expect((20...40).contains(longest.lines.count))
    #expect(
      longest.lines == Array(Article.lines(of: source).drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.reversed()))
  }

  @Test("every article is listed on the first page, and every link between articles resolves")
  func links() throws {
    let articles = Article.all.filter { $0.path.hasPrefix(Article.catalog) }
    let names = Set(articles.map { String($0.path.dropFirst(Article.catalog.count + 1).dropLast(3)) })
    #expect(names.count > 5)
    let first = try #require(articles.first { $0.path.hasSuffix("/RelyingParty.md") })
    for name in names where name != "RelyingParty" {
      #expect(first.text.contains("- <doc:\(name)>"), "\(name) is not listed")
    }
    for article in articles {
      for match in article.text.matches(of: /<doc:([A-Za-z]+)>/) {
        #expect(names.contains(String(match.1)), "\(article.path): \(match.0)")
      }
    }
  }

  @Test("every symbol that an article names is declared and public")
  func symbols() throws {
    let sources = try #require(
      FileManager.default.enumerator(atPath: Article.root.appending(path: "Sources/RelyingParty").path)
    )
    .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.flatMap {
      Article.lines(of: "Sources/RelyingParty/\($0)")
    }
    var types: Set<String> = [], members: Set<String> = ["init"]
    for line in sources {
      if let match = line.firstMatch(
        of: /public (?:indirect |final )?(?:struct|enum|protocol|actor|class) ([A-Za-z0-9_]+)/)
      {
        types.insert(String(match.1))
      }
      if let match = line.firstMatch(of: /(?:func|var|let) `?([A-Za-z0-9_]+)/) { members.insert(String(match.1)) }
      for match in line.matches(of: /case ([A-Za-z0-9_]+)|, ([A-Za-z0-9_]+)(?=[,=( ]|$)/) {
        if let name = match.1 ?? match.2 { members.insert(String(name)) }
      }
    }
    for article in Article.all where article.path.hasPrefix(Article.catalog) {
      for match in article.text.matches(of: /``([A-Za-z0-9_]+)(?:\/([A-Za-z0-9_]+))?[^`\n]*``/) {
        #expect(types.contains(String(match.1)), "\(article.path): \(match.0)")
        if let member = match.2.map(String.init) {
          #expect(members.contains(member) || types.contains(member), "\(article.path): \(match.0)")
        }
      }
    }
  }

  private static let compiledFolders = [
    "Examples/HummingbirdPasskeys/Sources/HummingbirdPasskeys/", "Tests/RelyingPartyTests/",
  ]
}
