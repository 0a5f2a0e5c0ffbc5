import base from '@primeuix/themes/nora/base';

export default base;
