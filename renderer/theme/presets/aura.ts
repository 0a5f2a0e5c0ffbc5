import base from '@primeuix/themes/aura/base';

export default base;
