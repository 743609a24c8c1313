import TestSite
import Testing

@testable import WebSurface

/// The files of the pages, under the address that names their version.
@Suite struct StaticFilesTests {
  private static let folder = try? StaticFiles.all(isDemo: false).folder

  private func get(
    _ visitor: Visitor, _ name: String, _ headers: [String: String] = [:]
  ) async throws -> HTTPAnswer {
    try await visitor.get("\(#require(Self.folder))/\(name)", headers: headers)
  }

  @Test("every file that a page names is there, for good, and is what the folder has") func kept() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      for page in ["/", "/lab", "/lab/verify", "/nothing"] {
        let text = try await visitor.get(page, accept: "text/html").text
        let addresses = text.matches(of: #/(?:src|href)="(/[^"#]*\.(?:js|css|svg))[#"]/#).map { String($0.1) }
        #expect(addresses.count >= 4, "\(page)")
        for address in Set(addresses) {
          #expect(address.hasPrefix(try #require(Self.folder) + "/"))
          let answer = try await visitor.get(address)
          #expect(answer.status == 200 && !answer.body.isEmpty, "\(address)")
          #expect(answer.header("cache-control") == "public, max-age=31536000, immutable")
          #expect(answer.header("vary") == "Accept-Encoding" && answer.header("content-encoding") == nil)
          #expect(answer.header("content-type")?.contains(address.hasSuffix(".svg") ? "svg" : "text/") == true)
        }
      }
      let icons = try await get(visitor, "icons.svg").text
      #expect(icons == (try String(contentsOfFile: Pages.folder("Public/icons.svg"), encoding: .utf8)))
    }
  }

  @Test(
    "the compressed form is sent to who asks for it, and holds the same bytes",
    arguments: [
      ("gzip", true), ("gzip, deflate, br, zstd", true), ("br;q=1.0, GZIP;q=0.8", true), ("*", true),
      ("x-gzip", true), ("identity;q=0.5, gzip;q=1", true), ("", false), ("identity", false), ("br", false),
      ("gzip;q=0", false), ("gzip;q=0.0, *", false), ("*;q=0", false), ("gzip;q=0.4, identity;q=0.8", false),
      ("gzip;q=much", false), ("gzip;q=1;q=1", false), ("gzip;q=1.5", false), ("gzip;q=0.5555", false),
      ("gzip;q=1.", true), (String(repeating: "a;b,", count: 200) + "gzip", false),
    ])
  func encodings(accepted: String, isPacked: Bool) async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site), plain = try await get(visitor, "page.css")
      let answer = try await get(visitor, "page.css", ["Accept-Encoding": accepted])
      #expect(answer.header("vary") == "Accept-Encoding")
      #expect(answer.header("content-encoding") == (isPacked ? "gzip" : nil))
      #expect((answer.header("etag") == plain.header("etag")) == !isPacked, "other bytes have another tag")
      #expect(!isPacked || answer.body.count < plain.body.count / 3)
      let bytes = isPacked ? try Gzip.unpacked(answer.body, count: plain.body.count) : answer.body
      #expect(bytes == plain.body)
    }
  }

  @Test("a client that has either form is told so, and gets no second copy") func held() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      for coding in ["gzip", "identity"] {
        let tag = try #require(try await get(visitor, "page.js", ["Accept-Encoding": coding]).header("etag"))
        for known in [tag, "\"other\", \(tag)", "W/\(tag)", "*"] {
          let answer = try await get(visitor, "page.js", ["Accept-Encoding": coding, "If-None-Match": known])
          #expect(answer.status == 304 && answer.body.isEmpty && answer.header("etag") == tag, "\(known)")
          #expect(answer.header("cache-control")?.contains("immutable") == true)
        }
        let other = try await get(visitor, "page.js", ["If-None-Match": "\"other\""])
        #expect(other.status == 200)
      }
    }
  }

  @Test("a part is not given: the whole file is") func range() async throws {
    try await withSite { (site) async throws in
      let answer = try await get(Visitor(site), "page.js", ["Range": "bytes=0-9", "If-Range": "\"other\""])
      #expect(answer.status == 200 && answer.body.count > 10 && answer.header("content-range") == nil)
      #expect(answer.header("accept-ranges") == "none")
    }
  }

  @Test("HEAD says what GET would send", arguments: ["gzip", "identity"]) func head(coding: String) async throws {
    try await withSite { (site) async throws in
      let connection = try RawConnection(port: site.port)
      try connection.send(
        """
        HEAD \(#require(Self.folder))/page.js HTTP/1.1\r\nHost: latchstring.localhost:\(site.port)\r
        Accept-Encoding: \(coding)\r\nConnection: close\r\n\r\n
        """)
      let answer = await connection.answer()
      let length = try await get(Visitor(site), "page.js", ["Accept-Encoding": coding]).body.count
      #expect(answer.hasPrefix("HTTP/1.1 200") && answer.lowercased().contains("content-length: \(length)\r\n"))
      #expect(answer.hasSuffix("\r\n\r\n"), "no body")
    }
  }

  @Test(
    "a file of another version, and no file of ours, is not there, and that is not kept",
    arguments: ["/assets/0123456789abcdef/page.js", "/assets//page.js", "/assets/page.js", "FOLDER/none.js", "FOLDER/"])
  func unknown(path: String) async throws {
    try await withSite { (site) async throws in
      let path = path.replacing("FOLDER", with: try #require(Self.folder))
      let answer = try await Visitor(site).get(path, headers: ["Accept-Encoding": "gzip"])
      #expect(answer.status == 404 && answer.header("cache-control") == "no-store", "\(path)")
    }
  }

  @Test(
    "what may depend on a person is never compressed",
    arguments: ["/", "/lab", "/account", "/nothing", "/healthz", "/.well-known/webauthn", "/none"])
  func pages(path: String) async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      for accepted in ["text/html", "application/json"] {
        let answer = try await visitor.get(path, accept: accepted, headers: ["Accept-Encoding": "gzip"])
        #expect(answer.header("content-encoding") == nil && answer.header("cache-control") == "no-store")
      }
      let options = try await visitor.post("/api/authentication/options", headers: ["Accept-Encoding": "gzip"])
      #expect(options.status == 200 && options.header("content-encoding") == nil)
    }
  }

  @Test("under its plain name a file is there as it is written, and is asked for each time") func plain() async throws {
    try await withSite { (site) async throws in
      let answer = try await Visitor(site).get("/vault.js")
      #expect(answer.text == (try String(contentsOfFile: Pages.folder("Public/vault.js"), encoding: .utf8)))
      #expect(answer.header("cache-control") == "no-cache")
    }
  }

  @Test("the demo's files have an address of their own, with its authenticator in place of the browser's")
  func demo() throws {
    let demo = try StaticFiles.all(isDemo: true), real = try StaticFiles.all(isDemo: false)
    #expect(demo.folder != real.folder && real.folder.contains(#/^\/assets\/[0-9a-f]{16}$/#))
    #expect(real.addressed("\"/page.js\" \"/icons.svg#x\" \"/account\"").hasSuffix(" \"/account\""))
  }
}
