/**
 * Checks the functions of other-side.js and other-side-sentence.js against other-side.json, in any environment.
 * @returns {{failures: string[], checked: number}}
 */
function checkOtherSide({ otherSide, sentenceOf, onlookerOf }, vectors) {
  const failures = [];
  let checked = 0;
  const equal = (is, wanted, what) => {
    checked += 1;
    const [text, wantedText] = [is, wanted].map((value) => JSON.stringify(value));
    if (text !== wantedText) failures.push(`${what}: ${text} instead of ${wantedText}`);
  };
  vectors.accounts.forEach(({ holdings, ways, onlooker }, at) => {
    const found = otherSide(holdings).map((way) => ({ ...way, sentence: sentenceOf(way) }));
    equal(found.length, ways.length, `number of ways into account ${at}`);
    ways.forEach(({ acts, somebodies, isAtLeast, opens, sentence }, number) => {
      const way = found[number], is = [way?.acts.map(({ kind, id }) => [kind, id]), way?.somebodies, way?.isAtLeast];
      equal([...is, way?.opens], [acts, somebodies, isAtLeast, opens], `way ${number} into account ${at}`);
      equal(way?.sentence, sentence, `what is said of way ${number} into account ${at}`);
    });
    equal(onlookerOf(holdings), onlooker, `who looks on at account ${at}`);
  });
  return { failures, checked };
}
