import { join } from 'node:path';
import { z } from 'zod';
import { RingsideError } from '#shared/contract/error.ts';
import {
  deductionSchema,
  noPayoutRules,
  type PayoutRules,
  payoutRulesSchema,
  payoutSchema,
} from '#shared/contract/payout.ts';
import { type Period, periodSchema } from '#shared/contract/season.ts';
import { readStored, type StoredFault, type StoredShape, writeStored } from './storedFile.ts';

/** Maximum number of sheets. Above it, the oldest one that is not settled is deleted. */
const MOST_SHEETS = 500;

const sheetSchema = z.object({
  period: periodSchema,
  /** The rules of a settled sheet; null while those of the host apply. */
  rules: payoutRulesSchema.nullable(),
  deductions: z.array(z.object({ key: z.string(), deductions: z.array(deductionSchema) })),
  settled: payoutSchema.shape.settled,
  history: payoutSchema.shape.history,
});
type Sheet = z.infer<typeof sheetSchema>;

const storedSchema = z.object({ rules: payoutRulesSchema, sheets: z.array(sheetSchema) });
type Stored = z.infer<typeof storedSchema>;

export const payoutsShape: StoredShape<Stored> = {
  migrations: [],
  read: (content) => ({ value: storedSchema.parse(content), dropped: 0 }),
};

/** Stores the rules of payouts, deductions, and settled sheets, which do not change any more. */
export class PayoutStore {
  readonly fault: StoredFault;
  readonly #path: string;
  readonly #changed: () => void;
  #stored: Stored;

  /** `changed` is called after each change. */
  constructor(dataDir: string, now: number, changed: () => void) {
    this.#path = join(dataDir, 'payouts.json');
    this.#changed = changed;
    const read = readStored(this.#path, payoutsShape, now);
    this.#stored = read.value ?? { rules: noPayoutRules, sheets: [] };
    this.fault = read;
  }

  /** Reads the file again, after an import has written it. */
  reload(now: number): void {
    this.#stored = readStored(this.#path, payoutsShape, now).value ?? { rules: noPayoutRules, sheets: [] };
    this.#changed();
  }

  get rules(): PayoutRules {
    return this.#stored.rules;
  }

  /** The sheet of a period; an empty one if nothing was stored for it. */
  sheet(period: Period): Sheet {
    const stored = this.#stored.sheets.find((sheet) => isSame(sheet.period, period));
    return stored ?? { period, rules: null, deductions: [], settled: null, history: [] };
  }

  setRules(rules: PayoutRules): void {
    this.#write({ ...this.#stored, rules });
  }

  put(sheet: Sheet): void {
    const others = this.#stored.sheets.filter((each) => !isSame(each.period, sheet.period));
    if (others.length >= MOST_SHEETS) {
      const oldest = others.findIndex(({ settled }) => settled === null);
      if (oldest < 0) throw new RingsideError('payout.tooMany', { limit: MOST_SHEETS });
      others.splice(oldest, 1);
    }
    this.#write({ ...this.#stored, sheets: [...others, sheet] });
  }

  #write(stored: Stored): void {
    writeStored(this.#path, payoutsShape, stored);
    this.#stored = stored;
    this.#changed();
  }
}

const isSame = (a: Period, b: Period): boolean => a.from === b.from && a.until === b.until;
