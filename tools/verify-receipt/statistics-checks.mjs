// Calculates public statistics again from their rows, by arithmetic of its own.

/** Three significant digits, as ages are counted. */
function coarse(value) {
  return value < 1000 ? Math.round(value) : Number(value.toPrecision(3));
}

/** Counts of one realm, from the rows of its days; each day is a list of rows. */
export function countRows(days, realm) {
  const counts = { fills: 0, rules: {}, slippage: {}, quoteAges: {} };
  const sums = () => ({ clusters: 0, count: 0, sum: 0, countSquares: 0, products: 0, sumSquares: 0 });
  const [slippageSums, signSums] = [sums(), sums()];
  const add = (histogram, value) => {
    histogram[value] = (histogram[value] ?? 0) + 1;
  };
  for (const rows of days) {
    const clusters = new Map();
    for (const [, ofRealm, rule, slippage, age, cluster] of rows) {
      if (ofRealm !== realm) continue;
      counts.fills += 1;
      add(counts.rules, rule);
      if (age !== null) add(counts.quoteAges, coarse(age));
      if (slippage === null) continue;
      add(counts.slippage, slippage);
      const one = clusters.get(cluster) ?? { count: 0, sum: 0, signs: 0 };
      clusters.set(cluster, one);
      one.count += 1;
      one.sum += slippage;
      one.signs += Math.sign(slippage);
    }
    for (const { count, sum, signs } of clusters.values()) {
      addCluster(slippageSums, count, sum);
      addCluster(signSums, count, signs);
    }
  }
  return { ...counts, slippageSums, signSums };
}

function addCluster(sums, count, sum) {
  sums.clusters += 1;
  sums.count += count;
  sums.sum += sum;
  sums.countSquares += count * count;
  sums.products += count * sum;
  sums.sumSquares += sum * sum;
}

/** Mean and 95 % interval by clusters; null with fewer than 30. */
function interval({ clusters, count, sum, countSquares, products, sumSquares }) {
  if (clusters < 30 || count === 0) return null;
  const value = sum / count;
  const spread = Math.max(0, sumSquares - 2 * value * products + value * value * countSquares);
  const error = (1.959964 * Math.sqrt((clusters / (clusters - 1)) * spread)) / count;
  return { value, low: value - error, high: value + error };
}

/** Row that a receipt must have: rule, slippage and age of its quote. */
export function rowOf(receipt) {
  const isBuying = (receipt.side === 'buy') === receipt.id.endsWith('-open');
  const scale = 10 ** receipt.contract.digits;
  const ticks = (text) => Math.round(Number(text) * scale);
  const asked = receipt.asked ?? null;
  let slippage = null;
  if (asked !== null) {
    const better = (ticks(asked.price) - ticks(receipt.price)) * (isBuying ? 1 : -1);
    const size = Math.min(10_000, Math.round((Math.abs(better) * 1e6) / ticks(asked.price)));
    slippage = size === 0 ? 0 : size * Math.sign(better);
  }
  const age = receipt.quote === null ? null : Math.max(0, receipt.time - receipt.quote.time);
  return [receipt.realm, receipt.rule, slippage, age];
}

/** Differences between published and calculated counts, by name. */
export function differences(published, calculated) {
  const text = (value) =>
    typeof value === 'object' && value !== null
      ? JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : String(value);
  return Object.keys(calculated).filter((name) => text(published[name]) !== text(calculated[name]));
}

/** Names of the estimates that do not follow from the counts; rounding of the last digits aside. */
export function wrongEstimates(slippage, counts) {
  const isSame = (a, b) =>
    a === null || b === null ? a === b : ['value', 'low', 'high'].every((name) => Math.abs(a[name] - b[name]) < 1e-6);
  const expected = { mean: interval(counts.slippageSums), surplus: interval(counts.signSums) };
  return Object.keys(expected).filter((name) => !isSame(slippage[name], expected[name]));
}
