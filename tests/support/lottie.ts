/** A banner of a pack, as a designer exports it: a gold bar that grows from the middle within a second. */
export function lottieBanner() {
  const still = (k: number | number[]) => ({ a: 0, k });
  const ease = { i: { x: [0.2], y: [1] }, o: { x: [0.8], y: [0] } };
  return {
    v: '5.9.0',
    fr: 30,
    ip: 0,
    op: 60,
    w: 1080,
    h: 340,
    assets: [{ id: 'bar', layers: [barLayer()] }],
    layers: [{ ty: 0, refId: 'bar', w: 1080, h: 340, ip: 0, op: 60, st: 0, ks: transform() }] as unknown[],
  };

  function transform() {
    return {
      o: still(100),
      r: still(0),
      p: still([0, 0, 0]),
      a: still([0, 0, 0]),
      s: still([100, 100, 100]),
    };
  }

  function barLayer() {
    const growth = {
      a: 1,
      k: [
        { t: 0, s: [20, 300], ...ease },
        { t: 30, s: [1000, 300] },
      ],
    };
    const bar = [
      { ty: 'rc', p: still([540, 170]), s: growth, r: still(20) },
      { ty: 'fl', c: still([1, 0.8, 0.2, 1]), o: still(100) },
      { ty: 'tr', p: still([0, 0]), a: still([0, 0]), s: still([100, 100]), r: still(0), o: still(100) },
    ];
    return { ty: 4, ip: 0, op: 60, st: 0, ks: transform(), shapes: [{ ty: 'gr', it: bar }] };
  }
}

export const lottieFile = (banner: unknown): Buffer => Buffer.from(JSON.stringify(banner));
