import Browser
import Foundation
import HandsProtocol
import Person
import TestSite
import Testing

/// The page's scripts checked against the golden files of the hands' protocol: the order that each one sends, and how
/// it uses each answer.
@Suite struct ProtocolTests {
  private static func golden(_ name: String) throws -> String {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: tests.appending(path: "HandsProtocolTests/Golden/\(name).json"), encoding: .utf8)
  }

  /// Runs a script on a page with simulated hands: `hands.answer` is their answer, `hands.heard` the order they
  /// received.
  private func withPlayedHands(
    version: Int = ProtocolVersion.current, _ script: String, _ arguments: String...
  ) async throws -> JSON {
    var found: JSON = nil
    try await withSite { site in
      try await withPage { page in
        try await page.go(to: site.origin + "/lab")
        found = try await page.run(
          """
          const address = document.documentElement.dataset.hands = 'http://127.0.0.1:8421';
          localStorage.setItem('latchstring.hands.' + address, 'token');
          const hands = { answer: {}, heard: undefined, version: arguments[0] },
            files = arguments[1].map((text) => JSON.parse(text));
          const utf8 = new TextEncoder(), { b64, join, unb64 } = await \(ours("compact.js"));
          const hash = await crypto.subtle.digest('SHA-256', utf8.encode('token')), iv = new Uint8Array(12);
          // The sealing described in docs/ENDPOINTS.md, from the hands' side.
          const sealing = async (direction, path) => {
            const base = await crypto.subtle.importKey('raw', hash, 'HKDF', false, ['deriveKey']);
            const key = await crypto.subtle.deriveKey(
              { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0),
                info: utf8.encode('latchstring/hands/v3/' + direction) }, base,
              { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
            return [key, utf8.encode(`latchstring/hands/v3\\n${path}\\n${location.origin}\\n8421\\nb3Blbg`)];
          };
          window.fetch = async (url, { body }) => {
            const path = new URL(url).pathname, said = JSON.parse(body ?? '{}');
            if (path === '/stay') return new Promise(() => {});
            if (path === '/meet') return Response.json({ token: 'token' });
            if (path === '/prove') {
              const key = await crypto.subtle.importKey('raw', hash, { name: 'HMAC', hash: 'SHA-256' }, false,
                ['sign']);
              const proof = await crypto.subtle.sign('HMAC', key,
                utf8.encode(`latchstring/hands/v1\\n${location.origin}\\n8421\\n${said.challenge}`));
              return Response.json({ proof: b64(new Uint8Array(proof)), opening: 'b3Blbg', version: hands.version });
            }
            const [opener, additionalData] = await sealing('order', path), bytes = unb64(said.sealed);
            const order = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes.subarray(0, 12), additionalData },
              opener, bytes.subarray(12));
            const { token, tab, work } = JSON.parse(new TextDecoder().decode(order));
            if (token !== 'token' || said.opening !== 'b3Blbg' || unb64(tab).length !== 16)
              return new Response(undefined, { status: 401 });
            hands.heard = work;
            const [sealer] = await sealing('answer', path), answer = utf8.encode(JSON.stringify(hands.answer));
            const sealed = new Uint8Array(await crypto.subtle.encrypt(
              { name: 'AES-GCM', iv, additionalData }, sealer, answer));
            return Response.json({ sealed: b64(join(iv, sealed)) });
          };
          const card = await \(ours("card.js")), escrow = await \(ours("escrow.js")),
            typed = await \(ours("held-secrets.js"));
          const effects = { ...card.effects, ...escrow.effects }, never = new AbortController().signal;
          \(script)
          """, .number(Double(version)), .array(arguments.map(JSON.string)))
      }
    }
    return found
  }

  @Test("every order to the hands matches its golden file and has no secret fields but Swift's")
  func orders() async throws {
    let text = try Self.golden("work"), work = try JSONDecoder().decode([HandsWork].self, from: Data(text.utf8))
    let told = try await withPlayedHands(
      """
      const [work] = files, told = [];
      for (const field of JSON.stringify(work).matchAll(/"(?:field|puk|newPIN)":"([^"]+)"/g))
        typed.hold(field[1], 'typed');
      for (const one of work) for (const field of (one.escrow ?? one.card)?.fields ?? []) typed.hold(field, 'typed');
      hands.answer = { reply: { type: 'failed' } };
      for (const one of work.filter(({ effect }) => effect in effects)) {
        hands.heard = undefined;
        const news = await effects[one.effect](one, never);
        const isAsGiven = JSON.stringify([hands.heard?.effect, hands.heard?.claim])
          === JSON.stringify([one[one.effect], one.claim]);
        told.push({ ticket: one.ticket, isAsGiven, secrets: Object.keys(hands.heard?.secrets ?? {}),
          said: JSON.stringify(news[one.effect]) });
      }
      return told;
      """, text)
    var expected: [JSON] = []
    for one in work {
      var fields: [FieldID]
      switch one.task {
      case .card(.meet, _):  // a code goes where it is looked at, before anything is ordered
        expected.append([
          "ticket": .number(Double(one.ticket.rawValue)), "isAsGiven": false, "secrets": [], "said": #"{"type":"met"}"#,
        ])
        continue
      case .card(let effect, _): fields = effect.fields
      case .escrow(let effect): fields = effect.fields
      case .key, .wait, .way: continue
      }
      if case .escrow(.addMethod(.totp, _)) = one.task { fields.removeFirst() }
      let secrets = fields.map { JSON.string($0.rawValue) }
      expected.append([
        "ticket": .number(Double(one.ticket.rawValue)), "isAsGiven": true, "secrets": .array(secrets),
        "said": #"{"type":"failed"}"#,
      ])
    }
    #expect(told == .array(expected))
  }

  @Test("the hands' answers reach the server as in their golden files and can be decoded there")
  func answers() async throws {
    let files = try ["card-answers", "escrow-answers"].map(Self.golden)
    let told = try await withPlayedHands(
      """
      const told = [];
      let drawn;
      typed.hold('clock', 'typed');
      card.whenShown('place', (shown) => { drawn = shown; });
      for (const [effect, answers] of [['card', files[0]], ['escrow', files[1]]]) for (const answer of answers) {
        hands.answer = answer;
        const of = answer.shown ?? {}, type = of.clock ? 'drawClock' : of.unlocking ? 'unlock' : effect === 'card'
          ? 'readTries' : 'status';
        drawn = undefined;
        const news = await effects[effect]({ effect, [effect]: { type, field: 'clock', key: 'a2V5' } }, never);
        told.push({ drawn: JSON.stringify(drawn) ?? '', isAsGiven: JSON.stringify(news[effect])
          === JSON.stringify(answer.reply) && news.made === answer.made,
          message: JSON.stringify({ version: 6, ticket: 1, ...news }) });
      }
      return told;
      """, files[0], files[1])
    let all = try #require(told.array)
    let answers =
      try JSONDecoder().decode([CardAnswer].self, from: Data(files[0].utf8)).map {
        HandsMessage.News.card($0.reply, made: $0.made)
      }
      + JSONDecoder().decode([EscrowAnswer].self, from: Data(files[1].utf8)).map { HandsMessage.News.escrow($0.reply) }
    #expect(all.count == answers.count)
    let drawn = all.compactMap { $0["drawn"].string }.filter { !$0.isEmpty }
    #expect(
      drawn == [#"{"puk":"123456789012","pairing":"a pairing password"}"#, #"{"words":["abandon","ability"]}"#],
      "and nothing that unlocks")
    for (one, news) in zip(all, answers) {
      #expect(one["isAsGiven"] == true, "\(news)")
      let message = try #require(one["message"].string)
      #expect(try JSONDecoder().decode(HandsMessage.self, from: Data(message.utf8)).news == news)
    }
  }

  @Test("an answer from a different version is not shown, and the page asks for a reload")
  func otherServer() async throws {
    try await withSite { site in
      try await withPage { page in
        try await page.addScriptOnNewDocument(
          """
          const send = fetch;
          window.fetch = async (...request) => {
            const answer = await send(...request);
            return String(request[0]).endsWith('/open') ? Response.json({ ...(await answer.json()), version: 1 })
              : answer;
          };
          """)
        try await page.choose("Passkey-only login", on: site)
        try await page.wait(forText: "Latchstring was updated meanwhile.")
        try await page.press("Load this page again")
        try await page.wait(forText: "Latchstring was updated meanwhile.")
      }
    }
  }

  @Test("hands of a different version receive nothing, and the page says so") func otherVersion() async throws {
    let found = try await withPlayedHands(
      version: 1,
      """
      typed.hold('pin', '123456');
      const ofCard = await effects.card({ card: { type: 'verifyPIN', field: 'pin' } }, never);
      const ofEscrow = await effects.escrow({ escrow: { type: 'status' } }, never);
      const heard = hands.heard !== undefined;
      setTimeout(() => { hands.version = \(ProtocolVersion.current); });
      return { card: ofCard, escrow: ofEscrow, heard, then: await effects.card(
        { card: { type: 'watch', absence: 'handsDiffer' } }, never) };
      """)
    #expect(found["card"] == ["reply": "card", "card": ["type": "absent", "absence": "handsDiffer"]])
    #expect(found["escrow"] == ["reply": "escrow", "escrow": ["type": "absent", "absence": "handsDiffer"]])
    #expect(found["heard"] == false)
    #expect(
      found["then"] == ["reply": "card", "card": ["type": "changed"]], "it is noticed when they are brought up to date")
  }
}
