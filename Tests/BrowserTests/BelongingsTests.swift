import Browser
import TestSite
import Testing

/// What somebody said of their things, put together with what the server knows.
@Suite("belongings.js in the browser") struct BelongingsTests {
  @Test("PINs said to be one are one, papers are told apart, and a copy counts with the ways that were in it")
  func together() async throws {
    try await withSite { site in
      try await withPage { page in
        try await page.go(to: site.origin + "/")
        #expect(try await page.run(Self.checks) == [])
      }
    }
  }

  private static let checks = """
    const { withBelongings, nothingSaid, withCopy, textOf } = await \(ours("belongings.js"));
    const { pictureOf } = await \(ours("picture.js")), { summaryOf } = await \(ours("summary.js"));
    const failures = [];
    const equal = (is, wanted) => {
      const [one, other] = [is, wanted].map((value) => JSON.stringify(value));
      if (one !== other) failures.push(`${one} instead of ${other}`);
    };
    const key = (id) => ({
      id, name: id, inSentence: id, power: 'opens', provedOn: 20780, saysSynced: false, isHardware: true });
    const rows = {
      keys: ['a', 'b', 'c'].map(key), cards: [], code: { kit: 2, record: 'kit', papers: [{ provedOn: 20780 }] },
      hasPassword: false, escrowRecord: 'escrow', hasPractice: false, isJournalBegun: true, host: 'the host',
      copies: [], places: {}, today: 20780 };
    const said = (...things) => ({
      ...nothingSaid(), things: things.map(([id, place = '', pin = '']) => ({ id, place, pin })) });
    const sentence = (belongings) => summaryOf(pictureOf(withBelongings(rows, belongings))).sentence;

    equal(withBelongings(rows, undefined), rows);
    // Saying it of one is enough, and each may say it of the other.
    for (const pins of [[['a', '', 'b']], [['a', '', 'b'], ['b', '', 'a']], [['a', '', 'b'], ['b', '', 'b']]]) {
      const { keys } = withBelongings(rows, said(...pins));
      equal(keys.map(({ pin }) => pin?.name), ['the PIN of a and b', 'the PIN of a and b', undefined]);
      equal(keys[0].pin.id === keys[1].pin.id, true);
    }
    const { keys } = withBelongings(rows, said(['a', '', 'b'], ['c', '', 'b']));
    equal(keys.map(({ pin }) => pin.name), Array(3).fill('the PIN of a, b and c'));
    equal(withBelongings(rows, said(['a', '', 'gone'])).keys[0].pin.name, 'the PIN of a');

    const papers = { ...said(), papers: [{ record: 'kit', places: ['home', ''], tried: 1, on: 20780 }] };
    equal(withBelongings(rows, papers).code.papers, [{ place: 'home' }, { provedOn: 20780 }]);
    // Of another day nobody said which paper it was, and a proof is given to none.
    for (const [tried, on] of [[1, 20700], [-1, 20780], [0, undefined]]) {
      const unsaid = { ...said(), papers: [{ record: 'kit', places: ['home', ''], tried, on }] };
      equal(withBelongings(rows, unsaid).code.papers, [{ place: 'home' }, {}]);
    }
    const older = { ...said(), papers: [{ record: 'older', places: ['home', ''], tried: 1 }] };
    equal(withBelongings(rows, older).code, rows.code);

    const place = 'constructor';
    equal(sentence({
      ...said(['a', place], ['b', place], ['c', place]),
      papers: [{ record: 'kit', places: [place], tried: 0 }] }), 'One loss locks you out: constructor.');

    const copy = (made, holds, at, read) => ({ made, holds, place: at, read });
    const copies = [
      copy('2026-01-01T00:00:00.000Z', ['kit'], 'home'), copy('2026-03-01T00:00:00.000Z', ['kit', 'escrow'], 'home', '2026-03-01T00:01:00.000Z'),
      copy('2026-03-02T00:00:00.000Z', ['kit'], 'home'),
      copy('2026-04-01T00:00:00.000Z', ['older'], 'office')];
    const counted = withBelongings(rows, { ...said(), copies }).copies;
    equal(
      counted.map(({ id, kind, readOn, place }) => [id, kind, readOn, place]),
      [['copy of 2026-03-01T00:00:00.000Z', 'journal', 20513, 'home']]);
    // What was replaced since opens a copy as well, and is no way back.
    const { otherSide } = await \(ours("other-side.js")), { sentenceOf } = await \(ours("other-side-sentence.js"));
    const replaced = 'and has something that opened it then, and that was removed or replaced since.';
    const others = otherSide(withBelongings(rows, { ...said(), copies }));
    equal(others.map((way) => `${way.somebodies} ${sentenceOf(way)}`).slice(4), [
      `2 Whoever has the copy at home, ${replaced}`, `2 Whoever has the copy at office, ${replaced}`]);
    // The host goes away: the kit opens the copy, and nothing signs in.
    const { left } = await \(ours("waysback.js"));
    const picture = pictureOf(withBelongings(rows, { ...said(), copies }));
    equal(left(picture, picture.host), 'noAccount');
    equal(left(pictureOf(rows), pictureOf(rows).host), 'out');

    const noted = withCopy(withCopy(undefined, copies[0]), copies[1]);
    equal(noted.copies.map(({ made, place }) => [made, place]), [[copies[1].made, ''], [copies[0].made, '']]);
    equal(textOf(rows, { ...said(['a', 'home', 'b']), papers: papers.papers, copies: [copies[0]] }).split('\\n'), [
      'a: home', 'b: nobody said where', 'c: nobody said where', 'Kit no. 2, paper 1: home',
      'Kit no. 2, paper 2: nobody said where', 'One to remember: the PIN of a and b', 'Copy of 1 January 2026: home']);
    return failures;
    """
}
