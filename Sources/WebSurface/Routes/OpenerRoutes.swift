import HTTPConnections
import HTTPTypes
import Hummingbird

/// The page that opens a copy of a journal, to be kept beside the copy. Anybody may have it: it holds nothing of anybody.
struct OpenerRoutes {
  let page: String

  func add(to router: Router<PeerContext>) {
    let page = ByteBuffer(string: page)
    router.get("/\(Opener.fileName)") { _, _ in
      // It is saved, never shown: here it would be one more page of this site, and its own policy is another.
      Response(
        status: .ok,
        headers: [
          .contentType: "text/html; charset=utf-8",
          .contentDisposition: "attachment; filename=\"\(Opener.fileName)\"", .cacheControl: "no-cache",
        ],
        body: .init(byteBuffer: page))
    }
  }
}
