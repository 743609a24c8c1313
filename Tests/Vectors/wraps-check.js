/**
 * Checks modules with the functions of wraps.js and master-keys.js against wraps.json, in any environment that has
 * WebCrypto.
 * @returns {Promise<{failures: string[], checked: number}>}
 */
async function check(wraps, masterKeys, vectors) {
  const failures = [];
  let checked = 0;
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const equal = (is, wanted, what) => {
    checked += 1;
    if (is !== wanted) failures.push(`${what}: ${is} instead of ${wanted}`);
  };
  /** Answers by name, and reports a wrong length. */
  const given = (values) => (n, name) => {
    const value = bytes(values[name]);
    if (value.length !== n) failures.push(`${n} bytes were asked for as ${name}`);
    return value;
  };

  const { rp } = vectors;
  const account = bytes(vectors.account);
  const masters = {};
  for (const { g, bytes: secret, seed, authority } of vectors.masters) {
    masters[g] = await wraps.master(bytes(secret), account, g);
    equal(hex(masters[g].seed), seed, `seed ${g}`);
    equal(hex(masters[g].authority), authority, `authority ${g}`);
  }
  const ways = {};
  for (const way of vectors.ways) {
    const { kind } = way;
    const record = bytes(way.record);
    const keys = await wraps.wayKeys(kind, bytes(way.secret), rp, account, record);
    equal(Object.keys(keys).sort().join(), Object.keys(way.keys).sort().join(), `names of the keys of a ${kind}`);
    for (const [name, value] of Object.entries(way.keys)) equal(hex(keys[name]), value, `${name} of a ${kind}`);
    if (way.lookup) {
      const lookup = await wraps.lookup(kind, bytes(way.secret), rp);
      equal(hex(lookup), way.lookup, `lookup of a ${kind}`);
      equal(hex(new Uint8Array(await crypto.subtle.digest("SHA-256", lookup))), way.find, `what finds a ${kind}`);
    }
    if (way.check) equal(await wraps.check(bytes(way.secret), rp, account, record), way.check, `check of a ${kind}`);
    equal(hex(await wraps.publicKey(keys.recipient, "X25519")), way.recipientPublic, `recipient of a ${kind}`);
    if (keys.proof) equal(hex(await wraps.publicKey(keys.proof, "Ed25519")), way.proofPublic, `proof of a ${kind}`);
    ways[kind] = { kind, rp, account, record, keys, find: bytes(way.find), recipientPublic: bytes(way.recipientPublic) };
  }

  const wrapOf = (kind, g) => vectors.wraps.find((wrap) => wrap.kind === kind && wrap.g === g).jwe;
  for (const { kind, g, random, jwe } of vectors.wraps) {
    const { record, recipientPublic, keys } = ways[kind];
    const made = await wraps.makeWrap(masters[g], { record, kind, recipient: recipientPublic, pad: keys.pad }, given(random));
    equal(made, jwe, `wrap ${g} of a ${kind}`);
  }
  for (const { kind, g, random, jws } of vectors.records) {
    equal(await wraps.makeRecord(masters[g], ways[kind], wrapOf(kind, g), given(random)), jws, `record ${g} of a ${kind}`);
    const record = await wraps.verify(masters[g].authority, "ls1-record", jws);
    equal(hex(await wraps.openPad(masters[g], record)), hex(ways[kind].keys.pad), `pad ${g} of a ${kind}`);
    equal(record.wrap, await wraps.hash(wrapOf(kind, g)), `hash of wrap ${g} of a ${kind}`);
  }
  for (const { name, id, rev, g, plain, random, jwe } of vectors.entries) {
    equal(await wraps.makeEntry(masters[g], bytes(id), rev, new TextEncoder().encode(plain), given(random)), jwe, name);
    equal(new TextDecoder().decode(await wraps.openEntry(masters[g], bytes(id), rev, jwe)), plain, `${name}, opened`);
  }
  equal(hex(wraps.INDEX), "00".repeat(16), "id of the index");
  const { old, statement: named } = await wraps.openHistory(masters[2], vectors.history.jwe);
  equal(`${hex(old.bytes)} ${old.g}`, `${hex(masters[1].bytes)} 1`, "history, opened");
  equal(hex(named), vectors.history.statement, "the statement that the history names");
  equal(await wraps.makeFirst(masters[1], vectors.generations[0].index), vectors.generations[0].jws, "statement 1");
  const [, second] = vectors.generations;
  const made = await wraps.makeSuccession(masters[1], masters[2], second.index, [...second.keep].reverse(), given(vectors.history.random));
  equal(made.statement, second.jws, "statement 2");
  equal(made.history, vectors.history.jwe, "history");
  for (const { g, signer, jws } of vectors.generations) {
    const statement = await wraps.verify(masters[signer].authority, "ls1-generation", jws);
    equal(statement.authority, wraps.b64(masters[g].authority), `statement ${g}, read`);
  }
  const { proof } = vectors;
  const about = ({ origin, purpose, challenge }, record) => ({ account, record, origin, purpose, challenge: bytes(challenge) });
  equal(await wraps.prove(ways[proof.kind].keys.proof, about(proof, ways[proof.kind].record)), proof.jws, "proof");
  const { drill } = vectors;
  equal(
    await wraps.proveDrill(masters[drill.g], { ...drill, record: ways[drill.kind].record, challenge: bytes(drill.challenge) }),
    drill.jws, "drill");

  const anchorOf = (kind, g) => wraps.payload(vectors.records.find((record) => record.kind === kind && record.g === g).jws).anchor;
  const chain = [vectors.generations[1].jws];
  for (const { kind, g, jwe } of vectors.wraps) {
    const opened = await wraps.openWay(ways[kind], anchorOf(kind, 1), 1, g === 1 ? [] : chain, jwe, g);
    equal(`${hex(opened.bytes)} ${opened.g}`, `${hex(masters[g].bytes)} ${g}`, `wrap ${g} of a ${kind}, opened`);
  }
  equal(hex((await wraps.openWay(ways.key, anchorOf("key", 2), 2, [], wrapOf("key", 2))).bytes), hex(masters[2].bytes), "key, anchored anew");
  const { generation, records, newest } = vectors["ways of"];
  const found = await wraps.ways(masters[generation].authority, wraps.payload(chain[0]), records);
  equal([...found.keys()].sort().join(), Object.keys(newest).sort().join(), "ways");
  for (const [kid, { jws, payload }] of found) equal(`${jws} ${payload.kid}`, `${newest[kid]} ${kid}`, `record of ${kid}`);

  const attempts = {
    open: async (what) => {
      const other = bytes(what.account);
      const secret = bytes(vectors.ways.find((way) => way.kind === what.kind).secret);
      const keys = await wraps.wayKeys(what.kind, secret, rp, other, ways[what.kind].record);
      const way = { ...ways[what.kind], account: other, keys };
      await wraps.openWay(way, what.anchor, what.anchorGeneration, what.chain, what.wrap, what.floor);
    },
    verify: (what) => wraps.verify(bytes(what.authority), what.typ, what.jws),
    ways: (what) => wraps.ways(bytes(what.authority), wraps.payload(what.generation), what.records),
    entry: (what) => wraps.openEntry(masters[what.g], bytes(what.id), what.rev, what.jwe),
    history: (what) => wraps.openHistory(masters[what.g], what.jwe),
    drill: async (what) => {
      const said = await wraps.verify(bytes(what.authority), "ls1-drill", what.jws);
      const { g, how, origin } = what;
      const [acc, kid, challenge] = [account, bytes(what.record), bytes(what.challenge)].map(wraps.b64);
      const wanted = { acc, kid, g, how, origin, challenge };
      if (JSON.stringify(said) !== JSON.stringify(wanted)) throw new wraps.Refused("proof");
    },
    proof: async (what) => {
      const said = await wraps.verify(bytes(what.public), "ls1-proof", what.jws);
      const { origin, purpose } = what;
      const [acc, kid, challenge] = [account, bytes(what.record), bytes(what.challenge)].map(wraps.b64);
      if (JSON.stringify(said) !== JSON.stringify({ acc, kid, origin, purpose, challenge })) throw new wraps.Refused("proof");
    },
  };
  for (const what of vectors.refused) {
    const why = await attempts[what.do](what).then(
      () => "nothing",
      (error) => (error instanceof wraps.Refused ? error.why : String(error)));
    equal(why, what.reason, what.name);
  }

  const { texts, rows } = vectors.judged;
  const judged = async ({ do: what, kind, record, statements, histories, wrap, indexRev, seen, then }) => {
    const shown = { statements: statements.map((at) => texts[at]), histories: histories.map((at) => texts[at]), wrap: texts[wrap], indexRev };
    const known = seen ? { ...seen, authority: wraps.b64(bytes(seen.authority)) } : { g: 0, rev: 0, authority: "" };
    const keys = await masterKeys.open(ways[kind], wraps.payload(texts[record]), shown, known);
    if (what === "open") return;
    if (then.record !== undefined) return masterKeys.judgeRecord(keys, texts[then.record]);
    const newest = statements.map((at) => texts[at]).with(-1, texts[then.statement]);
    const given = { account: wraps.b64(then.account ? bytes(then.account) : account), statements: newest, indexRev: 4 };
    await masterKeys.rotate(keys, { ...given, records: then.records.map((at) => texts[at]), index: vectors.entries.at(-1).jwe }, []);
  };
  for (const row of rows) {
    const why = await judged(row).then(
      () => "",
      (error) => (error instanceof wraps.Refused ? error.why : String(error)));
    equal(why, row.reason, row.name);
  }
  return { failures, checked };
}
