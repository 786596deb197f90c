// Which Han characters may start a number.
#pragma once

namespace verify {

// Han characters that write numbers; 几 数 多 余 are vague and are read with what stands before them.
inline bool han_numeral(char32_t point) {
  switch (point) {
    case U'〇':
    case U'零':
    case U'一':
    case U'二':
    case U'三':
    case U'四':
    case U'五':
    case U'六':
    case U'七':
    case U'八':
    case U'九':
    case U'十':
    case U'百':
    case U'千':
    case U'万':
    case U'亿':
    case U'兆':
    case U'两':
    case U'壹':
    case U'贰':
    case U'叁':
    case U'肆':
    case U'伍':
    case U'陆':
    case U'柒':
    case U'捌':
    case U'玖':
    case U'拾':
    case U'佰':
    case U'仟':
    case U'廿':
    case U'卅':
    case U'卌':
    case U'半':
    case U'几':
    case U'数':
    case U'第':
    case U'负':
    case U'双':
    case U'俩':
    case U'仨':
    case U'幺':
    case U'参':
    case U'民':
      return true;
    default:
      return false;
  }
}

}  // namespace verify
