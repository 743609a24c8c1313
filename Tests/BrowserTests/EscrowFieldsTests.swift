import Browser
import Vocabulary
import TestSite
import Testing

@testable import WebSurface

/// Account recovery's screens in a browser: fields whose contents go only to the hands, and placeholders for what only
/// the hands know.
@Suite struct EscrowFieldsTests {
  private static func copy(_ text: String) -> Vocabulary.Copy { Vocabulary.Copy("c", "\(text)") }

  /// Opens a page of the site that shows this screen, with the modules attached as `hands.js` attaches them.
  private func withScreen(_ blocks: [Block], needs: [Need] = [], _ body: (Page) async throws -> Void) async throws {
    let screen = Screen<String>(
      .working, [Self.copy("Say.")], blocks, choices: [Choice(Self.copy("Continue"), "go", needs: needs)])
    let view = ScreenView(run: "r", revision: 1, screen: screen, origin: .home)
    let html =
      try await Pages(isDemo: false).draw("flow-body", view.values)
      + "<div class=\"vh\" aria-live=\"polite\" id=\"live\"></div>"
    try await withSite { site in
      try await withPage { page in
        try await page.go(to: site.origin + "/lab")
        _ = try await page.run(
          """
          const drawing = await \(ours("drawing.js")), fields = await \(ours("card-fields.js")),
            told = await \(ours("hands-texts.js"));
          document.body.innerHTML = arguments[0];
          drawing.checkNeeds();
          await fields.attach(drawing.checkNeeds);
          told.attach();
          document.addEventListener('submit', (event) => event.preventDefault());
          for (const name of ['input', 'change']) document.addEventListener(name, drawing.checkNeeds);
          """, .string(html))
        try await body(page)
        try await page.expectQuietConsole()
      }
    }
  }
  private func value(_ id: String, on page: Page) async throws -> JSON {
    try await page.evaluate("document.getElementById('\(id)').value")
  }
  private func canGoOn(_ page: Page) async throws -> JSON {
    try await page.evaluate("!document.querySelector('button[value=go]').disabled")
  }
  /// The contents of these fields that the hands would receive; nothing if one of the fields was not held.
  private func held(_ fields: [String], on page: Page) async throws -> JSON {
    try await page.run(
      """
      const cards = await \(ours("card-fields.js")), typed = await \(ours("held-secrets.js"));
      const form = new FormData(document.getElementById('step'));
      cards.addTo(form);
      return { sent: [...form.keys()].filter((name) => form.get(name) !== 'ready'),
        held: await typed.secretsFor(arguments[0]) ?? null };
      """, .array(fields.map { .string($0) }))
  }

  @Test("C-64 C-65: a code's A- cannot be deleted or doubled, and grouping changes no digits")
  func sentCode() async throws {
    try await withScreen([.field("code", label: Self.copy("Code"), .secret(.sentCode))], needs: [.ready("code")]) {
      page in
      #expect(try await canGoOn(page) == false)
      try await page.type("A-", into: "#code")
      #expect(try await value("code", on: page) == "")
      #expect(try await canGoOn(page) == false)
      try await page.type("12345-67 89", into: "#code")
      #expect(try await value("code", on: page) == "12345-67 89")
      #expect(try await canGoOn(page) == true)
      #expect(try await page.evaluate("document.querySelector('.input-prefix').innerText") == "A-")
      #expect(try await held(["code"], on: page) == ["sent": ["revision"], "held": ["code": "123456789"]])
      try await page.find("#code").clear()
      #expect(try await canGoOn(page) == false)
      #expect(try await page.evaluate("document.querySelector('.input-prefix').innerText") == "A-")
      try await page.type("12x", into: "#code")
      try await page.press(key: .enter)
      try await page.wait(forText: "A code has digits only")
    }
  }

  /// A complaint about a line remains until the line is retyped.
  @Test("C-27 C-28: a field is ready when it has text or may be left empty")
  func lines() async throws {
    let blocks: [Block] = [
      .field(
        "street", label: Self.copy("Street"), .secret(.line(example: "Seestrasse 14", isRequired: true)),
        fault: Self.copy("This is missing.")),
      .field("floor", label: Self.copy("Floor"), .secret(.line(example: "", isRequired: false))),
      .field("phone", label: Self.copy("Phone"), .secret(.line(example: "", isRequired: true)), start: "+41"),
    ]
    try await withScreen(blocks, needs: [.ready("street"), .ready("floor"), .ready("phone")]) { page in
      #expect(try await canGoOn(page) == false)
      try await page.wait(forText: "This is missing.")
      try await page.type(" ", into: "#street")
      #expect(try await canGoOn(page) == false)
      try await page.type("Seestrasse 14", into: "#street")
      #expect(try await canGoOn(page) == true)
      #expect(try await page.evaluate("document.getElementById('street-error').hidden") == true)
      #expect(
        try await held(["street", "floor", "phone"], on: page)
          == ["sent": ["revision"], "held": ["street": "Seestrasse 14", "floor": "", "phone": "+41"]])
    }
  }

  /// The page says so if a file is not a picture.
  @Test("C-26 G-32: a picture is converted to a small JPEG, previewed, and sent only to the hands")
  func photo() async throws {
    try await withScreen([.field("photo", label: Self.copy("Photo"), .secret(.photo))], needs: [.ready("photo")]) {
      page in
      #expect(try await canGoOn(page) == false)
      try await choose("new Blob(['no picture'])", "photo.jpg", on: page)
      try await page.wait(forText: "This browser can make no picture of that file.")
      #expect(try await canGoOn(page) == false)
      #expect(try await page.evaluate("document.querySelector('canvas').checkVisibility()") == false)
      let caption = "document.querySelector('[data-caption-of=photo]')"
      #expect(try await page.evaluate("\(caption).checkVisibility()") == false)
      try await choose(Self.noisyPicture, "photo.png", on: page)
      try await page.wait(untilTrue: "document.querySelector('canvas.photo:not([hidden])')")
      #expect(try await page.evaluate("\(caption).checkVisibility()") == true)
      #expect(
        try await page.evaluate("\(caption).textContent === 'This picture goes to the provider, sealed.'") == true)
      #expect(try await canGoOn(page) == true)
      #expect(try await page.evaluate("document.getElementById('photo-error').hidden") == true)
      let held = try await self.held(["photo"], on: page)
      #expect(held["sent"] == ["revision"])
      let found = try await page.run(
        """
        const bytes = Uint8Array.from(atob(arguments[0]), (letter) => letter.charCodeAt(0));
        const drawn = await createImageBitmap(new Blob([bytes]));
        return { isJPEG: bytes[0] === 0xff && bytes[1] === 0xd8, isSmall: bytes.length <= 96 * 1024,
          isWide: drawn.width === 2 * drawn.height,
          isBounded: drawn.width <= 640 && drawn.width >= 320,
          isAsSeen: drawn.width === document.querySelector('canvas').width };
        """, held["held"]["photo"])
      #expect(found == ["isJPEG": true, "isSmall": true, "isWide": true, "isBounded": true, "isAsSeen": true])
    }
  }
  /// No picture is handed over while one is being drawn, or after the field is gone.
  @Test("G-32: of several pictures, only the last one is shown and handed over")
  func photosInTurn() async throws {
    try await withScreen([.field("photo", label: Self.copy("Photo"), .secret(.photo))], needs: [.ready("photo")]) {
      page in
      try await choose(Self.picture(20, 10), "first.png", on: page)
      try await page.wait(untilTrue: "document.querySelector('canvas.photo:not([hidden])')")
      #expect(try await canGoOn(page) == true)
      // From now on the test decides when each picture is read.
      _ = try await page.run(
        """
        window.read = window.createImageBitmap.bind(window);
        [window.reading, window.done] = [[], 0];
        window.createImageBitmap = async (file) => {
          await new Promise((go) => window.reading.push(go));
          const picture = await window.read(file), close = picture.close.bind(picture);
          picture.close = () => {
            close();
            window.done += 1;
          };
          return picture;
        };
        """)
      try await choose(Self.picture(30, 10), "second.png", on: page)
      #expect(try await canGoOn(page) == false)
      #expect(try await page.evaluate("document.getElementById('photo').dataset.ready === undefined") == true)
      #expect(try await page.evaluate("document.querySelector('canvas').checkVisibility()") == false)
      try await choose(Self.picture(40, 10), "third.png", on: page)
      _ = try await page.run("window.reading[1]();")
      try await page.wait(untilTrue: "document.querySelector('canvas.photo:not([hidden])')")
      _ = try await page.run("window.reading[0]();")
      try await page.wait(untilTrue: "window.done === 2")
      #expect(try await page.evaluate("document.querySelector('canvas').width") == 40)
      #expect(try await canGoOn(page) == true)
      let given = try await self.held(["photo"], on: page)
      let width = try await page.run(
        """
        const bytes = Uint8Array.from(atob(arguments[0]), (letter) => letter.charCodeAt(0));
        return (await window.read(new Blob([bytes]))).width;
        """, given["held"]["photo"])
      #expect(width == 40)

      try await choose(Self.picture(50, 10), "fourth.png", on: page)
      _ = try await page.run(
        """
        const fields = await \(ours("card-fields.js"));
        for (const forget of await fields.attach(() => {})) forget();
        window.reading[2]();
        """)
      try await page.wait(untilTrue: "window.done === 3")
      #expect(try await page.evaluate("document.querySelector('canvas').width") == 0)
      #expect(try await page.evaluate("document.querySelector('canvas').checkVisibility()") == false)
    }
  }
  /// A single-color picture.
  private static func picture(_ width: Int, _ height: Int) -> String {
    """
    (() => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [\(width), \(height)];
      canvas.getContext('2d').fillRect(0, 0, \(width), \(height));
      return new Promise((done) => canvas.toBlob(done, 'image/png'));
    })()
    """
  }
  /// A picture that compresses badly and is larger than the limit.
  private static let noisyPicture = """
    (() => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [1600, 800];
      const brush = canvas.getContext('2d'), dots = brush.createImageData(1600, 800);
      let seed = 1;
      for (let place = 0; place < dots.data.length; place += 1) {
        seed = (seed * 48271) % 2147483647;
        dots.data[place] = place % 4 === 3 ? 255 : seed % 256;
      }
      brush.putImageData(dots, 0, 0);
      return new Promise((done) => canvas.toBlob(done, 'image/png'));
    })()
    """
  /// Puts a file into the field, as the browser does when a person chooses one.
  private func choose(_ blob: String, _ name: String, on page: Page) async throws {
    _ = try await page.run(
      """
      const files = new DataTransfer();
      files.items.add(new File([await \(blob)], '\(name)'));
      const input = document.getElementById('photo');
      input.files = files.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
      """)
  }

  /// A clock's key is drawn as text, as a code and as a link, and nothing else is drawn as a link.
  @Test("news from the hands appears only in its own places on this screen and later ones")
  func told() async throws {
    try await withScreen([.told([Told(Self.copy("Name"), "full_name")]), .clockKey("clock")]) { page in
      let found = try await page.run(
        """
        const told = await \(ours("hands-texts.js")),
          place = (name) => document.querySelector(`[data-told=${name}]`);
        told.tell({ full_name: '<b>Mirela</b>', clock: { uri: 'otpauth://totp/x?secret=ABCDEFGH', key: 'ABCDEFGH',
          side: 29, path: 'M4 4h7v1h-7z' } });
        const first = { name: place('full_name').textContent, key: place('clock').querySelector('code').textContent,
          link: place('clock').querySelector('a').protocol,
          square: place('clock').querySelector('svg.qr[role=img] path').getAttribute('d') };
        for (const empty of told.attach()) empty();
        const emptied = place('full_name').textContent;
        told.attach();
        const again = place('full_name').textContent;
        told.tell({ clock: { uri: 'javascript:alert(1)', key: 'A', side: 1, path: '' } });
        const links = place('clock').querySelectorAll('a').length;
        told.forget();
        told.attach();
        return { first, emptied, again, links, over: place('full_name').textContent };
        """)
      #expect(
        found["first"] == ["name": "<b>Mirela</b>", "key": "ABCD EFGH", "link": "otpauth:", "square": "M4 4h7v1h-7z"])
      #expect(found["emptied"] == "" && found["again"] == "<b>Mirela</b>" && found["links"] == 0 && found["over"] == "")
    }
  }

  /// The order is not sent anywhere.
  @Test("C-23: an order without its typed input, or without hands, is answered by the page itself")
  func orders() async throws {
    let field = Block.field("answer", label: Self.copy("Answer"), .secret(.line(example: "", isRequired: true)))
    try await withScreen([field]) { page in
      let found = try await page.run(
        """
        const { effects } = await \(ours("escrow.js")),
          order = (escrow) => effects.escrow({ escrow }, new AbortController().signal);
        const before = performance.getEntriesByType('resource')
          .filter((entry) => entry.initiatorType === 'fetch').length;
        const answers = [await order({ type: 'answer', challenge: 0, field: 'answer' }),
          await order({ type: 'addMethod', kind: 'totp', fields: ['clock', 'clockCode'] }),
          await order({ type: 'resume', purpose: 'backup' })];
        const after = performance.getEntriesByType('resource')
          .filter((entry) => entry.initiatorType === 'fetch').length;
        return { answers, asked: after - before };
        """)
      let lost: JSON = ["reply": "escrow", "escrow": ["type": "lost"]]
      #expect(
        found["answers"] == [lost, lost, ["reply": "escrow", "escrow": ["type": "absent", "absence": "noHands"]]])
      #expect(found["asked"] == 0)
    }
  }
}
