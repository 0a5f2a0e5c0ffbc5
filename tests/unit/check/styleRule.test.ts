import { describe, expect, it } from 'vitest';
import { elementFaults, sheetFault } from '#tests/check/styleRule.ts';

describe('style rule', () => {
  it('allows global style sheets in the folder of the kit only', () => {
    expect(sheetFault('renderer/kit/styles/base.css')).toBeNull();
    expect(sheetFault('renderer/kit/ui/Panel.module.css')).toBeNull();
    expect(sheetFault('renderer/kit/ui/panel.css')).toContain('global style sheet');
    expect(sheetFault('renderer/features/show/home.css')).toContain('global style sheet');
  });

  it('sends features to the kit for fields, tables and dialogs', () => {
    const source = 'export const A = () => <form><input type="text" /><select /><b>input</b></form>;';
    expect(elementFaults('renderer/features/help/A.tsx', source)).toEqual([
      'uses <input>; use the component of renderer/kit',
      'uses <select>; use the component of renderer/kit',
    ]);
    expect(elementFaults('renderer/kit/ui/A.tsx', source)).toEqual([]);
  });

  it('allows the native elements that are listed for a file', () => {
    const source = 'export const A = () => <table><input /></table>;';
    expect(elementFaults('renderer/features/report/ReportTable.tsx', source)).toHaveLength(1);
  });
});
