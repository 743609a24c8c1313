/**
 * Checks a module with the functions of waysback.js against waysback.json, in any environment.
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
  vectors.accounts.forEach(({ kinds, structures, host, smallest, losses }, at) => {
    const things = kinds.map((kind, number) => ({ id: `${number}`, kind, name: `thing ${number}` }));
    const picture = { things, structures, host };
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
