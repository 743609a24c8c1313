extension Page {
  /// The cookies that this document would send, including HttpOnly ones.
  public func cookies() async throws -> [Cookie] { (try await send(.get, "cookie").array ?? []).map(Cookie.init) }
  public func cookie(_ name: String) async throws -> Cookie? { try await cookies().first { $0.name == name } }

  /// Sets a session cookie for the current document's host.
  public func setCookie(_ name: String, _ value: String) async throws {
    try await send(.post, "cookie", ["cookie": ["name": .string(name), "value": .string(value)]])
  }

  public func deleteCookies() async throws { try await send(.delete, "cookie") }
}
