/**
 * Checks the functions of waysback.js, picture.js, summary.js and advice.js against waysback.json, in any environment.
 * @returns {{failures: string[], checked: number}}
 */
function check(waysback, vectors) {
  const failures = [];
  let checked = 0;
  const equal = (is, wanted, what) => {
    checked += 1;
    const [text, wantedText] = [is, wanted].map((value) => JSON.stringify(value));
    if (text !== wantedText) failures.push(`${what}: ${text} instead of ${wantedText}`);
  };
  const unshown = ["place", "device", "site", "pin"];
  vectors.accounts.forEach((account, at) => {
    const { holdings, sentence, more, names, kinds, structures, host, smallest, advice, losses } = account;
    const picture = waysback.pictureOf(holdings), said = waysback.summaryOf(picture);
    equal(picture.things.map(({ kind }) => kind), kinds, `kinds of account ${at}`);
    equal(picture.things.map(({ name, inSentence }) => [name, inSentence]), names, `names of account ${at}`);
    const { signIn, open } = structures;
    for (const [goal, ways] of Object.entries({ signIn, open })) {
      const { proved, hoped } = picture.structures[goal];
      equal([proved, hoped], [ways.proved, ways.hoped], `ways to ${goal} of account ${at}`);
    }
    equal(picture.host, host, `host of account ${at}`);
    equal([said.sentence, ...said.more], [sentence, ...more], `what is said of account ${at}`);
    const steps = waysback.adviceOf(holdings).map(({ name, effect }) => [name, effect]);
    equal(steps.sort(([one], [other]) => (one < other ? -1 : 1)), advice, `advice for account ${at}`);
    equal(waysback.smallestLosses(picture), smallest, `smallest losses of account ${at}`);
    for (const { lost, left, takes, isTried } of losses) {
      const what = `account ${at} without ${lost.join(", ") || "anything"}`;
      equal(waysback.left(picture, lost), left, what);
      const shown = takes?.filter((number) => !unshown.includes(kinds[number]));
      equal(waysback.wayBack(picture, lost), takes ? { takes, shown, isTried } : null, `way back of ${what}`);
    }
  });
  return { failures, checked };
}
