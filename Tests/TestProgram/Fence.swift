import Foundation

/// Waits until a server in this process on 127.0.0.1 has accepted every connection opened to it so far. Connections are
/// accepted one after another, so once a further one is answered or closed, all earlier ones have been accepted.
///
/// A server that is cancelled while a connection is waiting to be accepted crashes the process (NIOAsyncWriter:
/// "Deinited … without calling finish()").
public func waitForConnectionsTaken(port: Int) async {
  await withCheckedContinuation { (waiter: CheckedContinuation<Void, Never>) in
    Thread.detachNewThread {
      knock(port)
      waiter.resume()
    }
  }
}

/// Connects and waits for at most five seconds: a connection not answered by then never will be.
private func knock(_ port: Int) {
  let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  guard connection >= 0 else { return }
  defer { close(connection) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = in_port_t(port).bigEndian
  address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  let isOpen = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
  }
  let request = Array("GET /fence HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n".utf8)
  guard isOpen, send(connection, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { return }
  var waiting = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
  _ = poll(&waiting, 1, 5_000)
}
