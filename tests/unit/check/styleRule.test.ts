import { describe, expect, it } from 'vitest';
import { classFaults, elementFaults, sheetFault, wideSelectors } from '#tests/check/styleRule.ts';

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

  it('finds classes that the imported style sheet does not have', () => {
    const sheets: { [path: string]: string } = {
      'renderer/kit/ui/A.module.css': '.panel { color: red; } .panel-wide:hover > .lead {}',
      'renderer/app/Page.module.css': '.left {}',
    };
    const source = `
      import pageStyles from '#renderer/app/Page.module.css';
      import styles from './A.module.css';
      export const classes = [styles.panel, styles.lead, styles.left, styles.pan, pageStyles.left, pageStyles['x']];`;
    expect(classFaults('renderer/kit/ui/A.tsx', source, (sheet) => sheets[sheet] ?? '')).toEqual([
      'uses styles.left, which renderer/kit/ui/A.module.css does not have',
      'uses styles.pan, which renderer/kit/ui/A.module.css does not have',
    ]);
  });

  it('finds selectors with :has() that match elements without a class', () => {
    const css = `
      /* .a:has(b) i {} */
      .tile:has(:checked), .row:has(> .on) > .name, html:has(.page) body { color: red; }
      .list :has(> [data-kind="tie"]) { min-height: 0; }
      .choice:has(:checked) span, .choice:has(:not(.on):checked) > :last-child { color: red; }
      @media print { :global(body:has(> [data-print]) > :not([data-print])) { display: none; } }`;
    expect(wideSelectors(css)).toEqual([
      '.list :has(> [data-kind="tie"])',
      '.choice:has(:checked) span',
      '.choice:has(:not(.on):checked) > :last-child',
    ]);
  });
});
