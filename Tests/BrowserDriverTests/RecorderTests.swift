import Browser
import Testing

@Suite("The recorder of navigator.credentials")
struct RecorderTests {
  @Test("records a conditional call, its abort, and the call after it, in order")
  func conditional() async throws {
    let server = try PageServer.shared.get()
    try await withPage { page in
      let recorder = try await page.recordCredentials()
      let key = try await page.addAuthenticator(.internal)
      try await page.go(to: server.url())
      let id = try await page.register()
      try await key.setPresence(false)
      try await page.run("signIn({ mediation: 'conditional' });")
      try await recorder.wait(until: "the conditional call") { $0.count == 2 && $0[1].isPending }
      try await key.setPresence(true)
      #expect(try await page.resultOfClick("controller.abort(); signIn()")["genuine"] == true)
      let calls = try await recorder.calls()
      try #require(calls.count == 3)
      #expect(calls.map(\.method) == [.create, .get, .get])
      #expect(calls.map(\.mediation) == [nil, "conditional", nil])
      #expect(calls.map(\.outcome) == [.resolved(id), .rejected("AbortError"), .resolved(id)])
      #expect(calls.map(\.hasUserActivation) == [false, false, true])
      #expect(calls.map(\.hasSignal) == [false, true, true])
      #expect(calls.map(\.userVerification) == ["required", "required", "required"])
      let aborted = try #require(calls[1].abortedAt)
      #expect(calls[1].sequence < aborted && aborted < calls[2].sequence)
      #expect(calls[2].sequence < (calls[1].settledAt ?? 0) && (calls[1].settledAt ?? 0) < (calls[2].settledAt ?? 0))
      try await page.expectQuietConsole()
    }
  }

  @Test("records uiMode, rpId and allowed ids, and keeps everything across a navigation")
  func navigation() async throws {
    let server = try PageServer.shared.get()
    try await withPage { page in
      let recorder = try await page.recordCredentials()
      _ = try await page.addAuthenticator(.internal)
      try await page.go(to: server.url())
      let id = try await page.register()
      _ = try await page.resultOfClick("signIn({ uiMode: 'immediate' }, { rpId: 'localhost' })")
      try await page.go(to: server.url("/next"))
      let allow =
        "{ allowCredentials: [{ type: 'public-key', id: Uint8Array.fromBase64('\(id)', { alphabet: 'base64url' }) }] }"
      _ = try await page.result(of: "signIn({}, \(allow))")
      let calls = try await recorder.calls()
      try #require(calls.count == 3)
      #expect(calls.map(\.uiMode) == [nil, "immediate", nil])
      #expect(calls.map(\.rpID) == [nil, "localhost", nil])
      #expect(calls.map(\.allowedIDs) == [nil, nil, [id]])
      #expect(calls.map(\.url) == [server.url(), server.url(), server.url("/next")])
      #expect(calls.map(\.outcome) == [.resolved(id), .resolved(id), .resolved(id)])
      try await recorder.clear()
      #expect(try await recorder.calls().isEmpty)
    }
  }

  @Test("leaves errors of the original call unchanged")
  func errors() async throws {
    let server = try PageServer.shared.get()
    try await withPage { page in
      let recorder = try await page.recordCredentials()
      try await page.go(to: server.url())
      let result = try await page.result(of: "report(navigator.credentials.get({ publicKey: {} }))")
      #expect(result["error"] == "TypeError")
      #expect(try await recorder.calls().map(\.outcome) == [.rejected("TypeError")])
    }
  }
}
