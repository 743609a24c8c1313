import HTTPConnections
import Hummingbird
import Words

/// The word list for recovery phrases. Browsers fetch the whole list, so that the server never learns which words
/// somebody typed.
struct WordRoutes {
  private static let english = ByteBuffer(string: EnglishWords.all.joined(separator: "\n") + "\n")

  func add(to router: Router<PeerContext>) {
    router.get("/words/english.txt") { _, _ in
      Response(
        status: .ok, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "public, max-age=86400"],
        body: .init(byteBuffer: Self.english))
    }
  }
}
