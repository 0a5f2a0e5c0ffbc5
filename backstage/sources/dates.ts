import type { Fetch } from './http.ts';

/** `fetch` that tells when each answer was made by the server's clock (ms), where the answer says so. */
export function fetchWithDates(fetch: Fetch, tell: (date: number) => void): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const date = Date.parse(response.headers.get('date') ?? '');
    // A cache on the way says how old its copy is (s).
    const age = Number(response.headers.get('age') ?? 0);
    if (Number.isFinite(date) && Number.isFinite(age)) tell(date + age * 1000);
    return response;
  };
}
